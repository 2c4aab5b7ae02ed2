// What node-postgres does against one server, printed: the same script must print the same everywhere.
// Usage: node node_script.js HOST PORT DATABASE, with pg and pg-cursor to be found.
'use strict';
const pg = require('pg');
const Cursor = require('pg-cursor');

const [host, port, database] = process.argv.slice(2);
const options = { host, port: Number(port), database, user: 'postgres' };

function show(title, value) {
  console.log(title + ': ' + JSON.stringify(value, (key, v) =>
    typeof v === 'bigint' ? v.toString() + 'n' : v === undefined ? null : v));
}

async function fails(title, action) {
  try {
    await action();
    show(title, 'no error');
  } catch (e) {
    show(title, {
      name: e.name, severity: e.severity, code: e.code, message: e.message, detail: e.detail, hint: e.hint,
      position: e.position, table: e.table, column: e.column, dataType: e.dataType, constraint: e.constraint,
    });
  }
}

const VALUES = [
  ['int2', -32768], ['int4', 2147483647], ['int8', '9223372036854775807'], ['float4', 1.5], ['float8', 0.1],
  ['numeric', '12345678901234567890.123456789'], ['bool', true], ['text', 'h\u00e4\u00df\u20ac'],
  ['varchar', 'x\' "\\y'], ['bytea', Buffer.from([0, 1, 254, 255])], ['date', '2024-02-29'],
  ['timestamp', '1999-12-31 23:59:59.123'], ['timestamptz', new Date(Date.UTC(2024, 6, 1, 12))],
  ['time', '23:59:59.999999'], ['interval', '3 days 00:00:07'], ['uuid', '12345678-1234-5678-1234-567812345678'],
  ['json', { a: [1, null, 'x'] }], ['jsonb', { b: 1, a: { c: [true] } }], ['int4[]', [1, null, 3]],
  ['int4[]', [[1, 2], [3, 4]]], ['text[]', ['a', 'b,c', 'q"', '\\', '']], ['float8[]', [1.5, -2]],
  ['bool[]', [true, false]], ['text', null],
];

async function types(client) {
  for (const [type, value] of VALUES) {
    const result = await client.query(`SELECT $1::${type} AS v`, [value]);
    show('type ' + type, [result.rows[0].v, result.fields[0].dataTypeID, result.fields[0].dataTypeSize,
      result.fields[0].dataTypeModifier, result.fields[0].format]);
  }
  for (const type of ['int2', 'int4', 'int8', 'float8', 'bool', 'text', 'timestamptz', 'bytea']) {
    const text = { int2: '7', int4: '-7', int8: '7', float8: '7.5', bool: 't', text: 'seven',
      timestamptz: '2024-07-01 12:00:00+00', bytea: '\\x0102' }[type];
    const result = await client.query({ text: `SELECT $1::text::${type} AS v`, values: [text], binary: true });
    show('binary ' + type, [result.rows[0].v, result.fields[0].format]);
  }
}

async function statements(client) {
  await client.query('CREATE TEMP TABLE item (id int PRIMARY KEY, name varchar(20) NOT NULL, n int CHECK (n > 0))');
  for (let i = 0; i < 5; i++) {
    const result = await client.query({ name: 'insert', text: 'INSERT INTO item VALUES ($1, $2, $3)', values: [i, 'n' + i, i + 1] });
    show('insert', [result.command, result.rowCount, result.oid]);
  }
  const all = await client.query({ text: 'SELECT id, name FROM item ORDER BY id DESC', rowMode: 'array' });
  show('select', [all.command, all.rowCount, all.rows, all.fields.map((f) => [f.name, f.columnID, f.dataTypeID, f.dataTypeModifier])]);
  const several = await client.query("SELECT 1 AS a; UPDATE item SET n = 9 WHERE id < 2; SELECT 'x' AS b");
  show('several', several.map((r) => [r.command, r.rowCount, r.rows]));
  const empty = await client.query('');
  show('empty', [empty.command, empty.rowCount]);
  const returned = await client.query('DELETE FROM item WHERE id = $1 RETURNING *', [4]);
  show('returning', [returned.command, returned.rows]);
  await fails('duplicate', () => client.query('INSERT INTO item VALUES ($1, $2, $3)', [1, 'x', 1]));
  await fails('not null', () => client.query('INSERT INTO item VALUES (50, NULL, 1)'));
  await fails('check', () => client.query('INSERT INTO item VALUES (51, $1, -1)', ['x']));
  await fails('too long', () => client.query('INSERT INTO item VALUES (52, $1, 1)', ['x'.repeat(30)]));
  await fails('undefined', () => client.query('SELECT nothing FROM item'));
  await fails('syntax', () => client.query('SELECT 1 +'));
  await fails('wrong type', () => client.query('SELECT $1::int', ['abc']));
  await fails('too few', () => client.query('SELECT $1::int, $2::int', [1]));
  await fails('same name', () => client.query({ name: 'insert', text: 'SELECT 1' }));
  await fails('undetermined', () => client.query('SELECT $1', [1]).then((r) => { throw new Error(JSON.stringify(r.rows)); }));
  show('many', (await Promise.all([1, 2, 3, 4, 5].map((i) => client.query('SELECT $1::int * 2 AS v', [i])))).map((r) => r.rows[0].v));
}

async function transactions(client) {
  await client.query('CREATE TEMP TABLE t (a int)');
  await client.query('BEGIN');
  await client.query('INSERT INTO t VALUES (1)');
  await client.query('SAVEPOINT s');
  await fails('in block', () => client.query('SELECT 1/0'));
  await fails('failed block', () => client.query('SELECT 1'));
  await client.query('ROLLBACK TO s');
  await client.query('INSERT INTO t VALUES (2)');
  await client.query('RELEASE s');
  show('commit', (await client.query('COMMIT')).command);
  await client.query('BEGIN ISOLATION LEVEL SERIALIZABLE READ ONLY');
  await fails('read only', () => client.query('INSERT INTO pg_temp.t SELECT 3 FROM pg_class LIMIT 1; CREATE TABLE never (a int)'));
  show('rollback', (await client.query('ROLLBACK')).command);
  show('left', (await client.query('SELECT a FROM t ORDER BY a')).rows);
}

async function cursors(client) {
  const cursor = client.query(new Cursor('SELECT g, g::text AS t FROM generate_series(1, $1::int) g', [10]));
  show('cursor', await cursor.read(3));
  show('cursor', await cursor.read(4));
  show('cursor', await cursor.read(100));
  show('cursor', await cursor.read(1));
  await cursor.close();
  const early = client.query(new Cursor('SELECT * FROM generate_series(1, 1000000)'));
  show('early', await early.read(1));
  await early.close();
  show('after', (await client.query('SELECT 1 AS one')).rows);
}

async function notify(client) {
  const heard = [];
  const notices = [];
  client.on('notification', (n) => heard.push([n.channel, n.payload]));
  client.on('notice', (n) => notices.push([n.severity, n.code, n.message]));
  await client.query('LISTEN "There"');
  const other = new pg.Client(options);
  await other.connect();
  await other.query('NOTIFY "There", \'first\'');
  await other.query("BEGIN; NOTIFY \"There\", 'second'; NOTIFY \"There\", 'second'; COMMIT");
  await other.query('SELECT pg_notify($1, $2)', ['There', 'third']);
  for (let i = 0; i < 100 && heard.length < 3; i++) {
    await new Promise((done) => setTimeout(done, 20));
  }
  show('heard', heard);
  await client.query('DROP TABLE IF EXISTS nothing_there');
  await client.query('COMMIT');
  show('notices', notices);
  await other.end();
}

async function cancel(client) {
  const other = new pg.Client(options);
  await other.connect();
  const long = fails('cancelled', () => client.query('SELECT pg_sleep(30)'));
  const pid = client.processID;
  let asked = [];
  for (let i = 0; i < 100 && asked.length === 0; i++) {
    const found = await other.query("SELECT pg_cancel_backend(pid) AS done FROM pg_stat_activity WHERE pid = $1 AND state = 'active'", [pid]);
    asked = found.rows;
    await new Promise((done) => setTimeout(done, 20));
  }
  await long;
  show('asked', asked);
  const limited = new pg.Client({ ...options, statement_timeout: 50, application_name: 'limited' });
  await limited.connect();
  await fails('timeout', () => limited.query('SELECT pg_sleep(30)'));
  show('settings', (await limited.query("SELECT current_setting('application_name') AS n, current_setting('statement_timeout') AS t")).rows);
  await limited.end();
  await other.end();
}

async function refused() {
  await fails('no database', async () => {
    const client = new pg.Client({ ...options, database: 'nowhere_at_all' });
    await client.connect();
  });
}

(async () => {
  const client = new pg.Client(options);
  await client.connect();
  for (const part of [types, statements, transactions, cursors, notify, cancel, refused]) {
    console.log('== ' + part.name);
    try {
      await part(client);
    } catch (e) {
      show('part failed', [e.name, e.message]);
      await client.query('ROLLBACK');
    }
  }
  await client.end();
})();
