create table ty (i2 int2, i4 int4, i8 int8, f4 float4, f8 float8, n numeric(12,4), b bool, t text, v varchar(10), c char(5), by bytea, d date, ti time, ts timestamp, tz timestamptz, iv interval, u uuid, j json, jb jsonb, ia int[], ta text[]);
insert into ty values (1, 2, 3, 1.5, 2.5, 3.14159, true, 'text', 'vc', 'ch', '\xdeadbeef', '2024-02-29', '12:34:56', '2024-02-29 12:34:56.789', '2024-02-29 12:34:56+02', '1 day 2 hours', 'a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11', '{"a": 1}', '{"b":  [1,2]}', '{1,2,3}', '{a,"b c",NULL}');
select * from ty;
select i2 + i4 + i8, f4 + f8, n * 2, not b, t || v, length(c), octet_length(by), d + 1, ts + iv, extract(year from ts), ia[1], ta[2], j->>'a', jb->'b' from ty;
insert into ty (i2) values (99999);
insert into ty (u) values ('nope');
insert into ty (j) values ('{bad');
insert into ty (d) values ('2023-02-29');
insert into ty (b) values ('maybe');
insert into ty (v) values ('12345678901');
insert into ty (c) values ('123456');
insert into ty (by) values ('\xzz');
insert into ty (ia) values ('{1,x}');
insert into ty (n) values (1e10);
insert into ty (f4) values ('1e50');
set datestyle to 'SQL, DMY';
select d, ts, tz from ty;
set datestyle to iso;
set timezone to 'America/New_York';
select tz, tz::date from ty;
reset timezone;
set intervalstyle to iso_8601;
select iv from ty;
reset intervalstyle;
set bytea_output to escape;
select by from ty;
reset bytea_output;
set extra_float_digits to 0;
select 0.1::float8 + 0.2::float8;
reset extra_float_digits;
select '1'::int4 = 1::int8, 1.0 = 1, 'a'::char(3) = 'a', 'a'::text < 'B'::text;
select cast('5' as int), int '7', '2020-01-01'::date - '2019-01-01'::date;
select null::int is null, 'infinity'::float8, 'NaN'::numeric, '-infinity'::timestamp;
select array[1,2] || 3, array[[1,2],[3,4]], '{}'::int[], array_length(array[1,2,3], 1);
select row(1, 'a'), (1, 2) = (1, 2);
select round(2.5), round(-2.5), round(2.567, 2), trunc(2.9), ceil(2.1), floor(-2.1), abs(-5), sign(-3.2);
-- refused
select 1::bit(3), b'101', x'1F';
select 'a'::"char", 'abc'::name, 5::oid, 'pg_class'::regclass, 'int4'::regtype;
select date_trunc('month', timestamp '2024-02-29 12:00'), age(timestamp '2024-03-01', timestamp '2023-01-01');
select to_char(date '2024-02-29', 'YYYY-MM-DD'), to_date('2024-02-29', 'YYYY-MM-DD');
select md5('a'), encode('\x01'::bytea, 'hex'), decode('ff', 'hex');
select string_agg(x, ',' order by x), array_agg(x order by x desc) from (values ('b'), ('a')) v(x);
-- refused
select jsonb_build_object('a', 1, 'b', array[1,2]), to_json(row(1,2)), json_build_array(1, 'x', null);
create type mood as enum ('sad', 'ok', 'happy');
create table person (name text, m mood);
insert into person values ('a', 'happy'), ('b', 'sad');
select * from person order by m;
insert into person values ('c', 'nope');
-- refused
create domain posint as int check (value > 0);
-- differs: no domains yet
create table dom (p posint);
-- differs: no domains yet
insert into dom values (1);
-- differs: no domains yet
insert into dom values (-1);
create type pair as (x int, y text);
select row(1, 'a')::pair, (row(1, 'a')::pair).y;
