create table t (a int primary key, b text, c numeric);
copy t from stdin;
1	one	1.5
2	two	\N
3	\N	3
\.
copy t to stdout;
copy t (b, a) to stdout;
copy (select a, b from t order by a desc) to stdout with (format csv, header);
copy t to stdout csv header;
copy t to stdout (format csv, delimiter ';', null 'nil', force_quote *);
copy t to stdout (format csv, quote '''', force_quote (b));
copy t from stdin (format csv);
4,"a,b",4
5,"say ""hi""",
6,,6
7,"",7
8,"two
lines",8
\.
select * from t where a >= 4 order by a;
copy t from stdin;
9	tab\there	1
10	back\\slash	2
11	new\nline	3
12	\x41\102	4
\.
select a, b, length(b) from t where a >= 9 order by a;
copy t from stdin;
x	y	1
\.
copy t from stdin;
20	y
\.
copy t from stdin;
20	y	1	extra
\.
copy t from stdin;
1	dup	1
\.
copy t from stdin;
30	ok	1
31	bad	zzz
\.
select count(*) from t where a >= 20;
copy t (a) from stdin;
40
41
\.
select * from t where a >= 40 order by a;
copy t (a, nope) from stdin;
\.
copy nope from stdin;
\.
-- refused
copy t to '/tmp/x';
copy t from stdin (format csv, header);
a,b,c
50,fifty,5
\.
copy t from stdin (format csv, header match);
a,b,wrong
50,fifty,5
\.
copy t (a, b) from stdin (delimiter '|', null 'NULL');
60|NULL
61|x|y
\.
copy t (a, b) from stdin (delimiter '|', null 'NULL');
60|NULL
61|a\|b
\.
select * from t where a >= 50 order by a;
create table ck (a int check (a > 0), b text not null, d text default 'dd');
copy ck (a, b) from stdin;
1	x
-1	y
\.
copy ck (a, b) from stdin;
1	x
2	\N
\.
copy ck (a, b) from stdin;
1	x
\.
select * from ck;
copy ck from stdin (format nope);
\.
copy ck from stdin (delimiter 'ab');
\.
copy ck to stdout (header, format csv);
copy t from stdin where a < 72;
70	a	1
71	b	2
72	c	3
\.
select a from t where a >= 70 order by a;
copy (insert into t values (80, 'ret', 1) returning a, b) to stdout;
begin;
copy t from stdin (freeze);
90	z	1
\.
rollback;
copy t from stdin;
91	"q"	1
92	'	2
\.
copy (select b from t where a > 90) to stdout csv;
copy ck from stdin (format csv);
1,"unterminated
\.
copy t from stdin (format csv, null 'x');
93,x,1
\.
select * from t where a = 93;
create view vi as select 1 as x;
copy vi to stdout;
copy vi from stdin;
\.
copy ck to stdout (format csv, force_quote (nope));
copy ck from stdin (format csv, force_null (nope));
\.
copy ck to stdout (freeze);
copy ck to stdout (delimiter ',', delimiter ';');
copy ck to stdout (format binary, delimiter ',');
copy ck to stdout (format csv, delimiter '"');
copy ck to stdout (quote 'x');
copy ck to stdout (nope 1);
copy ck to stdout (format csv, force_not_null *);
copy ck to stdout (delimiter 'a');
copy ck to stdout (null 'a	b');
begin;
create table fresh (a int);
copy fresh from stdin (freeze);
1
\.
commit;
select * from fresh;
copy t (a, b) from stdin (format csv, force_null (b), null 'nil');
200,"nil"
201,nil
202,x
\.
copy t (a, b) from stdin (format csv, force_not_null (b));
203,
204,""
\.
select a, b from t where a >= 200 order by a;
copy ck (a, b, d) from stdin (default 'DEF');
5	x	DEF
\.
select * from ck where a = 5;
copy t (a, b) from stdin (on_error ignore);
300	ok
bad	row
301	ok
\.
select a, b from t where a >= 300 order by a;
copy t (a, b) from stdin (on_error ignore, log_verbosity verbose);
bad	row
worse	row
302	ok
\.
create table gen (a int, g int generated always as (a * 2) stored);
copy gen (a, g) from stdin;
\.
copy gen from stdin;
4
\.
copy gen to stdout;
select * from gen;
copy t from stdin;
400	trailing\.	1
\.
copy t from stdin;
401	a	1
401	b	1
402	c	x
\.
create table ser (id serial, v int unique);
copy ser (v) from stdin;
1
1
x
\.
copy ser (v) from stdin;
1
2
\.
copy (select 1 as a, null as b, 'x' as c) to stdout (header);
copy (select * from t where false) to stdout (format csv, header);
copy (update t set b = 'u') to stdout;
copy t from stdin (format csv, delimiter '	', quote '|', escape '\');
500	|a\|b|	1
\.
select b from t where a = 500;
