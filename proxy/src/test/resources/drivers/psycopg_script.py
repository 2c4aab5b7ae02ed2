"""What psycopg does against one server, printed: the same script must print the same everywhere.

Usage: psycopg_script.py HOST PORT DATABASE
"""
import datetime as dt
import decimal
import io
import logging
import sys
import threading
import time
import uuid

import psycopg
from psycopg.types.json import Json, Jsonb

host, port, database = sys.argv[1:4]
# What is printed must not hang on the machine's locale, nor on when an answer was read.
sys.stdout.reconfigure(encoding="utf-8")
logging.getLogger("psycopg").setLevel(logging.CRITICAL)
conninfo = f"host={host} port={port} dbname={database} user=postgres options='-c TimeZone=UTC'"


def show(title, value):
    print(f"{title}: {value!r}", flush=True)


def error(title, action):
    try:
        action()
        show(title, "no error")
    except psycopg.Error as e:
        d = e.diag
        show(title, (type(e).__name__, d.sqlstate, d.severity, d.message_primary, d.message_detail,
                     d.message_hint, d.statement_position, d.schema_name, d.table_name,
                     d.column_name, d.datatype_name, d.constraint_name))


VALUES = [
    ("int2", -32768), ("int4", 2147483647), ("int8", -9223372036854775808),
    ("float4", 1.5), ("float8", 0.1), ("float8", float("inf")),
    ("numeric", decimal.Decimal("12345678901234567890.123456789")), ("numeric", decimal.Decimal("NaN")),
    ("bool", True), ("text", "h\u00e4\u00df\u20ac"), ("varchar", "x' \"\\y"), ("bytea", bytes(range(256))),
    ("date", dt.date(2024, 2, 29)), ("time", dt.time(23, 59, 59, 999999)),
    ("timestamp", dt.datetime(1999, 12, 31, 23, 59, 59, 123456)),
    ("timestamptz", dt.datetime(2024, 7, 1, 12, 0, tzinfo=dt.timezone.utc)),
    ("interval", dt.timedelta(days=3, seconds=7, microseconds=9)),
    ("uuid", uuid.UUID("12345678-1234-5678-1234-567812345678")),
    ("json", Json({"a": [1, None, "x"]})), ("jsonb", Jsonb({"b": 1, "a": {"c": [True]}})),
    ("int4[]", [1, None, 3]), ("int4[]", [[1, 2], [3, 4]]), ("text[]", ["a", "b,c", 'q"', "\\", ""]),
    ("uuid[]", [uuid.UUID(int=1)]), ("numeric[]", [decimal.Decimal("1.50")]), ("text", None),
]


def types(connection):
    for binary in (False, True):
        for name, value in VALUES:
            cursor = connection.cursor(binary=binary)
            back = cursor.execute(f"SELECT %s::{name} AS v", (value,)).fetchone()[0]
            column = cursor.description[0]
            show(f"type {name} binary={binary}", (back, column.type_code, column.internal_size))
            back = cursor.execute(f"SELECT %b::{name} AS v", (value,)).fetchone()[0] \
                if name != "varchar" else None
            show(f"type {name} binary parameter", back)


def statements(connection):
    connection.execute("CREATE TEMP TABLE item (id int PRIMARY KEY, name text NOT NULL, n int CHECK (n > 0))")
    for i in range(12):
        cursor = connection.execute("INSERT INTO item VALUES (%s, %s, %s)", (i, f"n{i}", i + 1), prepare=True)
        show("insert", (cursor.rowcount, cursor.statusmessage))
    with connection.cursor() as cursor:
        cursor.executemany("INSERT INTO item VALUES (%s, %s, %s) RETURNING id",
                           [(i, "m", 1) for i in range(20, 25)], returning=True)
        rows = []
        while True:
            rows.append(cursor.fetchall())
            if not cursor.nextset():
                break
        show("executemany", rows)
    cursor = connection.execute("UPDATE item SET n = n + 1 WHERE id < %s RETURNING id, n", (3,))
    show("update", (cursor.fetchall(), cursor.statusmessage))
    show("description", [(c.name, c.type_code, c.display_size, c.internal_size, c.precision, c.scale)
                         for c in connection.execute(
                             "SELECT id, name, 1.5::numeric(5,2) AS p, 'x'::varchar(7) AS q FROM item LIMIT 1").description])
    for row in connection.execute("SELECT name, statement, parameter_types::text, result_types::text, from_sql "
                                  "FROM pg_prepared_statements ORDER BY statement"):
        show("prepared", row[1:])
    cursor = connection.execute("SELECT 1 AS a; SELECT 2 AS b, 3 AS c; SET search_path TO public")
    while True:
        show("several", (cursor.statusmessage, cursor.fetchall() if cursor.description else None))
        if not cursor.nextset():
            break
    error("duplicate key", lambda: connection.execute("INSERT INTO item VALUES (1, 'x', 1)"))
    error("not null", lambda: connection.execute("INSERT INTO item VALUES (100, NULL, 1)"))
    error("check", lambda: connection.execute("INSERT INTO item VALUES (101, 'x', -1)"))
    error("undefined column", lambda: connection.execute("SELECT a.nothing FROM item a"))
    error("undefined table", lambda: connection.execute("SELECT * FROM nowhere"))
    error("syntax", lambda: connection.execute("SELEC 1"))
    error("division", lambda: connection.execute("SELECT 1 / %s", (0,)))
    error("bad text", lambda: connection.execute("SELECT 'x'::int"))
    error("bad date", lambda: connection.execute("SELECT '2024-13-01'::date"))
    error("overflow", lambda: connection.execute("SELECT 2147483647 + 1"))
    error("undefined function", lambda: connection.execute("SELECT nofunction(1, 'a')"))
    error("ambiguous", lambda: connection.execute("SELECT id FROM item a, item b"))


def transactions(connection):
    connection.execute("CREATE TEMP TABLE t (a int)")
    with connection.transaction():
        connection.execute("INSERT INTO t VALUES (1)")
        try:
            with connection.transaction():
                connection.execute("INSERT INTO t VALUES (2)")
                connection.execute("SELECT 1/0")
        except psycopg.errors.DivisionByZero as e:
            show("inner", e.diag.message_primary)
        with connection.transaction():
            connection.execute("INSERT INTO t VALUES (3)")
    show("savepoints", connection.execute("SELECT a FROM t ORDER BY a").fetchall())
    with connection.transaction(force_rollback=True):
        connection.execute("INSERT INTO t VALUES (4)")
    show("rolled back", connection.execute("SELECT count(*) FROM t").fetchone())
    connection.isolation_level = psycopg.IsolationLevel.SERIALIZABLE
    connection.read_only = True
    with connection.transaction():
        show("isolation", connection.execute("SHOW transaction_isolation").fetchone())
        show("read only", connection.execute("SHOW transaction_read_only").fetchone())
    error("write in read only", lambda: write_read_only(connection))
    connection.isolation_level = None
    connection.read_only = None
    connection.autocommit = False
    connection.execute("SELECT 1")
    show("status", connection.info.transaction_status.name)
    error("fails block", lambda: connection.execute("SELECT nothing"))
    show("status", connection.info.transaction_status.name)
    error("in failed block", lambda: connection.execute("SELECT 1"))
    connection.rollback()
    show("status", connection.info.transaction_status.name)
    connection.autocommit = True


def write_read_only(connection):
    with connection.transaction():
        connection.execute("CREATE TABLE never (a int)")


def copy(connection):
    connection.execute("CREATE TEMP TABLE c (a int, b text, d date, n numeric)")
    rows = [(1, "a\tb\\\n", dt.date(2020, 1, 1), decimal.Decimal("1.5")), (2, None, None, None),
            (3, "\u00fc", dt.date(1, 1, 1), decimal.Decimal("-0.001"))]
    with connection.cursor() as cursor:
        with cursor.copy("COPY c FROM STDIN") as into:
            for row in rows:
                into.write_row(row)
        show("copy in text", cursor.statusmessage)
        with cursor.copy("COPY c FROM STDIN (FORMAT BINARY)") as into:
            into.set_types(["int4", "text", "date", "numeric"])
            for row in rows:
                into.write_row(row)
        show("copy in binary", cursor.statusmessage)
        with cursor.copy("COPY c (a, b) FROM STDIN WITH (FORMAT csv, HEADER)") as into:
            into.write("a,b\n7,\"x,\"\"y\"\"\"\n8,\n")
        show("copied", connection.execute("SELECT * FROM c ORDER BY a, b, d").fetchall())
        with cursor.copy("COPY (SELECT * FROM c ORDER BY a, b, d) TO STDOUT") as out:
            show("copy out text", b"".join(bytes(block) for block in out))
        with cursor.copy("COPY (SELECT * FROM c ORDER BY a, b, d) TO STDOUT (FORMAT BINARY)") as out:
            out.set_types(["int4", "text", "date", "numeric"])
            show("copy out binary", list(out.rows()))
        with cursor.copy("COPY c TO STDOUT WITH (FORMAT csv, HEADER, FORCE_QUOTE (b))") as out:
            show("copy out csv", sorted(b"".join(bytes(block) for block in out).split(b"\n")))
    error("copy error", lambda: bad_copy(connection))
    show("copy failed", connection.execute("SELECT count(*) FROM c").fetchone())
    error("copy given up", lambda: given_up(connection))


def bad_copy(connection):
    with connection.cursor() as cursor, cursor.copy("COPY c FROM STDIN") as into:
        into.write("x\ty\t\\N\t\\N\n")


def given_up(connection):
    with connection.cursor() as cursor, cursor.copy("COPY c FROM STDIN") as into:
        into.write("1\t")
        raise psycopg.DataError("enough")


def pipeline(connection):
    connection.execute("CREATE TEMP TABLE p (a int PRIMARY KEY)")
    with connection.pipeline() as pipe:
        cursors = [connection.execute("INSERT INTO p VALUES (%s) RETURNING a", (i,)) for i in range(5)]
        pipe.sync()
        show("pipeline", [c.fetchall() for c in cursors])
    try:
        with connection.pipeline() as pipe:
            connection.execute("INSERT INTO p VALUES (10)")
            connection.execute("INSERT INTO p VALUES (1)")
            connection.execute("INSERT INTO p VALUES (11)")
            pipe.sync()
    except psycopg.Error as e:
        show("pipeline error", (type(e).__name__, e.diag.sqlstate, e.diag.message_detail))
    show("pipeline left", connection.execute("SELECT a FROM p ORDER BY a").fetchall())
    with connection.pipeline(), connection.transaction():
        connection.execute("INSERT INTO p VALUES (20)")
        connection.execute("INSERT INTO p VALUES (21)")
    show("pipeline transaction", connection.execute("SELECT max(a) FROM p").fetchone())


def cursors(connection):
    with connection.transaction():
        with connection.cursor(name="forward") as cursor:
            cursor.execute("SELECT g, g * g FROM generate_series(1, %s) g", (10,))
            show("server cursor", (cursor.fetchone(), cursor.fetchmany(3)))
            show("pg_cursors", connection.execute(
                "SELECT name, is_holdable, is_binary, is_scrollable FROM pg_cursors WHERE name <> ''").fetchall())
            show("rest", cursor.fetchall())
        with connection.cursor(name="scroll", scrollable=True) as cursor:
            cursor.execute("SELECT * FROM generate_series(1, 10)")
            cursor.scroll(5)
            show("scroll", cursor.fetchone())
            cursor.scroll(-2)
            show("scroll back", cursor.fetchone())
            cursor.scroll(1, mode="absolute")
            show("scroll absolute", cursor.fetchmany(2))
    with connection.cursor(name="hold", withhold=True) as cursor:
        cursor.execute("SELECT * FROM generate_series(1, 3)")
        show("hold", cursor.fetchall())
    error("no such cursor", lambda: connection.execute("FETCH 1 FROM nothing"))
    show("stream", list(connection.cursor().stream("SELECT * FROM generate_series(1, 5)")))


def notify(connection):
    with psycopg.connect(conninfo, autocommit=True) as other:
        connection.execute("LISTEN there")
        other.execute("NOTIFY there, 'hello'")
        with other.transaction():
            other.execute("SELECT pg_notify('there', 'in a transaction')")
            other.execute("NOTIFY elsewhere")
            other.execute("SELECT pg_notify('there', 'second')")
        got = []
        for n in connection.notifies(timeout=5, stop_after=3):
            got.append((n.channel, n.payload, n.pid == other.info.backend_pid))
        show("notified", got)
        connection.execute("UNLISTEN *")
        notices = []
        connection.add_notice_handler(lambda d: notices.append((d.severity, d.sqlstate, d.message_primary)))
        connection.execute("DROP TABLE IF EXISTS nothing_there")
        connection.execute("ROLLBACK")
        show("notices", notices)


def cancel(connection):
    timer = threading.Timer(0.3, connection.cancel_safe)
    timer.start()
    started = time.monotonic()
    error("cancelled", lambda: connection.execute("SELECT pg_sleep(30)"))
    timer.join()
    show("at once", time.monotonic() - started < 10)
    connection.execute("SET statement_timeout = '50ms'")
    error("timed out", lambda: connection.execute("SELECT pg_sleep(30)"))
    connection.execute("RESET statement_timeout")
    show("goes on", connection.execute("SELECT 1").fetchone())


def locks(connection):
    with psycopg.connect(conninfo, autocommit=True) as other:
        connection.execute("SELECT pg_advisory_lock(42)")
        show("lock taken", other.execute("SELECT pg_try_advisory_lock(42)").fetchone())
        other.execute("SET lock_timeout = '50ms'")
        error("lock timeout", lambda: other.execute("SELECT pg_advisory_lock(42)"))
        other.execute("RESET lock_timeout")
        show("blocked by", blocked(connection, other))
        show("free again", other.execute("SELECT pg_advisory_unlock(42)").fetchone())


        show("deadlock", deadlock(connection, other))


def deadlock(connection, other):
    """Each waits for what the other holds: one of the two is told, the other goes on."""
    told = []

    def lock(client, key):
        try:
            client.execute("SELECT pg_advisory_lock(%s)", (key,))
        except psycopg.errors.DeadlockDetected as e:
            told.append((e.diag.sqlstate, e.diag.message_primary))
            client.execute("SELECT pg_advisory_unlock_all()")

    for client in (connection, other):
        client.execute("SET deadlock_timeout = '100ms'")
    connection.execute("SELECT pg_advisory_lock(1)")
    other.execute("SELECT pg_advisory_lock(2)")
    waiting = threading.Thread(target=lock, args=(other, 1))
    waiting.start()
    lock(connection, 2)
    waiting.join()
    for client in (connection, other):
        client.execute("SELECT pg_advisory_unlock_all()")
    return told


def blocked(connection, other):
    waiting = threading.Thread(target=lambda: other.execute("SELECT pg_advisory_lock(42)"))
    waiting.start()
    pid = other.info.backend_pid
    blockers, activity = [], None
    for _ in range(100):
        blockers = connection.execute("SELECT pg_blocking_pids(%s)", (pid,)).fetchone()[0]
        if blockers:
            break
        time.sleep(0.02)
    activity = connection.execute("SELECT state, wait_event_type, wait_event, query FROM pg_stat_activity "
                                  "WHERE pid = %s", (pid,)).fetchone()
    connection.execute("SELECT pg_advisory_unlock(42)")
    waiting.join()
    return blockers == [connection.info.backend_pid], activity


def settings(connection):
    info = connection.info
    for name in ("server_version", "server_encoding", "client_encoding", "is_superuser", "DateStyle",
                 "IntervalStyle", "TimeZone", "integer_datetimes", "standard_conforming_strings",
                 "session_authorization", "in_hot_standby", "default_transaction_read_only",
                 "scram_iterations", "search_path"):
        show(f"parameter {name}", info.parameter_status(name))
    show("version", info.server_version)
    connection.execute("SET client_encoding TO sql_ascii")
    show("bytes", connection.execute("SELECT '\u00e4'".encode("utf-8")).fetchone())
    connection.execute("RESET client_encoding")
    connection.execute("SET timezone TO 'Europe/Berlin'")
    show("zone", (connection.info.timezone.key,
                  connection.execute("SELECT '2024-07-01 12:00+00'::timestamptz::text").fetchone()))
    connection.execute("RESET timezone")
    type_info = psycopg.types.TypeInfo.fetch(connection, "jsonb")
    show("type info", (type_info.name, type_info.oid, type_info.array_oid))
    connection.execute("CREATE TYPE pg_temp.colour AS ENUM ('red', 'green')")
    enum = psycopg.types.enum.EnumInfo.fetch(connection, "colour")
    show("enum", (enum.name, enum.labels))


with psycopg.connect(conninfo, autocommit=True) as connection:
    for part in (types, statements, transactions, copy, pipeline, cursors, notify, cancel, locks, settings):
        print(f"== {part.__name__}", flush=True)
        try:
            part(connection)
        except Exception as e:
            show("part failed", (type(e).__name__, str(e)))
            connection.rollback()
