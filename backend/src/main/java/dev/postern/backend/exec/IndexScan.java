package dev.postern.backend.exec;

import dev.postern.backend.storage.IndexCursor;
import dev.postern.backend.storage.IndexTree;
import dev.postern.backend.storage.RowTree;
import dev.postern.backend.storage.RowVersion;
import dev.postern.backend.type.Bytes;
import dev.postern.backend.type.Datum;
import dev.postern.backend.type.SqlType;
import java.util.Arrays;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Reads a table through an index: the values known for the first key columns, then one of a list's
 * or a range. An entry only says where a row with that key was: the key of the version that is
 * visible is computed again and compared.
 */
final class IndexScan extends Operator {
  /** What the scan needs to know of its index, and its conditions. */
  record Conditions(
      Evaluator[] equal,
      @Nullable Evaluator equalAny,
      @Nullable SqlType elementType,
      @Nullable Evaluator lower,
      boolean lowerInclusive,
      @Nullable Evaluator upper,
      boolean upperInclusive) {}

  private final int slot;
  private final int fileNode;
  private final int indexFileNode;
  private final int relationOid;
  private final IndexKeys keys;
  private final Conditions conditions;
  private final boolean backward;
  private final @Nullable Evaluator filter;
  private final KeyEncoder encoder;
  private final SqlType[] keyTypes;
  private final boolean[] nullsFirst;
  private final boolean[] descending;
  private final Datum value = new Datum();
  private final Datum element = new Datum();
  private @Nullable IndexCursor cursor;
  private @Nullable RowTree rows;
  private byte @Nullable [] @Nullable [] prefixes;
  private int nextPrefix;

  IndexScan(
      int slot,
      int fileNode,
      int indexFileNode,
      int relationOid,
      IndexKeys keys,
      Conditions conditions,
      boolean backward,
      @Nullable Evaluator filter) {
    this.slot = slot;
    this.fileNode = fileNode;
    this.indexFileNode = indexFileNode;
    this.relationOid = relationOid;
    this.keys = keys;
    this.conditions = conditions;
    this.backward = backward;
    this.filter = filter;
    keyTypes = keys.types();
    nullsFirst = keys.nullsFirst();
    descending = keys.descending();
    encoder = new KeyEncoder(keyTypes, descending, nullsFirst);
  }

  @Override
  void open(Frame frame) {
    ExecutionContext context = frame.context;
    context.noteRead(relationOid);
    rows = context.branch().rowTree(fileNode);
    prefixes = null;
    cursor = null;
    encoder.clear();
    for (int i = 0; i < conditions.equal.length; i++) {
      conditions.equal[i].evaluate(frame, value);
      if (value.isNull || !fits(keyTypes[i], value.bits)) {
        return;
      }
      encoder.append(i, value);
    }
    IndexTree tree = context.branch().indexTree(indexFileNode);
    byte[] prefix = encoder.key();
    if (conditions.equalAny != null) {
      openList(frame, tree, prefix);
    } else {
      openRange(frame, tree, prefix);
    }
  }

  /** An integer that a narrower key cannot hold is no key of the index. */
  private static boolean fits(SqlType key, long bits) {
    if (!key.byValue()) {
      return true;
    }
    return switch (key.width()) {
      case 1 -> bits == (byte) bits;
      case 2 -> bits == (short) bits;
      case 4 -> bits == (int) bits;
      default -> true;
    };
  }

  private void openRange(Frame frame, IndexTree tree, byte[] prefix) {
    int column = conditions.equal.length;
    byte[] low = prefix;
    byte @Nullable [] high = KeyEncoder.above(prefix);
    boolean lowInclusive = true;
    boolean highInclusive = false;
    if (conditions.lower != null || conditions.upper != null) {
      // Keys run from lower to upper, or the other way round where the column is descending.
      boolean flip = descending[column];
      byte[] lowerKey = null;
      byte[] upperKey = null;
      if (conditions.lower != null) {
        conditions.lower.evaluate(frame, value);
        if (value.isNull) {
          return;
        }
        int beyond = beyond(keyTypes[column], value.bits);
        if (beyond > 0) {
          return;
        }
        lowerKey = beyond < 0 ? null : extended(prefix, column, value);
      }
      if (conditions.upper != null) {
        conditions.upper.evaluate(frame, value);
        if (value.isNull) {
          return;
        }
        int beyond = beyond(keyTypes[column], value.bits);
        if (beyond < 0) {
          return;
        }
        upperKey = beyond > 0 ? null : extended(prefix, column, value);
      }
      byte[] first = flip ? upperKey : lowerKey;
      boolean firstInclusive = flip ? conditions.upperInclusive : conditions.lowerInclusive;
      byte[] last = flip ? lowerKey : upperKey;
      boolean lastInclusive = flip ? conditions.lowerInclusive : conditions.upperInclusive;
      // Nulls are outside of every range: they lie before (0) or after (2) all values (1).
      byte[] values = Arrays.copyOf(prefix, prefix.length + 1);
      values[prefix.length] = 1;
      low = values;
      high = KeyEncoder.above(values);
      if (first != null) {
        low = firstInclusive ? first : KeyEncoder.above(first);
        if (low == null) {
          return;
        }
      }
      if (last != null) {
        high = lastInclusive ? KeyEncoder.above(last) : last;
      }
    }
    cursor =
        backward
            ? tree.scanBackward(low, lowInclusive, high, highInclusive)
            : tree.scan(low, lowInclusive, high, highInclusive);
  }

  /** Whether a value lies below (-1), above (1) or within what an integer key can hold. */
  private static int beyond(SqlType key, long bits) {
    return fits(key, bits) ? 0 : bits < 0 ? -1 : 1;
  }

  private byte[] extended(byte[] prefix, int column, Datum last) {
    encoder.clear();
    encoder.append(column, last);
    byte[] key = Arrays.copyOf(prefix, prefix.length + encoder.length());
    System.arraycopy(encoder.buffer(), 0, key, prefix.length, encoder.length());
    return key;
  }

  /** The list's different elements in key order, each a look-up of its own. */
  private void openList(Frame frame, IndexTree tree, byte[] prefix) {
    Evaluator list = conditions.equalAny;
    SqlType type = conditions.elementType;
    if (list == null || type == null) {
      return;
    }
    list.evaluate(frame, value);
    if (value.isNull) {
      return;
    }
    int column = conditions.equal.length;
    TreeSet<byte[]> found = new TreeSet<>(Arrays::compareUnsigned);
    byte[] bytes = value.bytes;
    int at = value.offset;
    int end = at + value.length;
    at += 12 + 8 * Bytes.getInt(bytes, at);
    while (at < end) {
      int length = Bytes.getInt(bytes, at);
      at += 4;
      if (length >= 0) {
        ValueEvaluators.readSent(type, bytes, at, length, element);
        at += length;
        if (fits(keyTypes[column], element.bits)) {
          found.add(extended(prefix, column, element));
        }
      }
    }
    prefixes = found.toArray(new byte[0][]);
    nextPrefix = 0;
    nextInList(tree);
  }

  private boolean nextInList(IndexTree tree) {
    byte @Nullable [] @Nullable [] list = prefixes;
    if (list == null || nextPrefix == list.length) {
      return false;
    }
    byte[] key = list[nextPrefix++];
    if (key == null) {
      return false;
    }
    cursor = tree.scan(key, true, KeyEncoder.above(key), false);
    return true;
  }

  @Override
  boolean next(Frame frame) {
    ExecutionContext context = frame.context;
    RowTree table = rows;
    while (true) {
      IndexCursor entries = cursor;
      if (entries == null || table == null) {
        return false;
      }
      while (entries.next()) {
        context.tick();
        long rowId = entries.rowId();
        RowVersion version = table.visible(rowId, context.snapshot());
        if (version == null) {
          continue;
        }
        byte[] tuple = version.tuple();
        if (!keys.matches(tuple, entries.key())) {
          continue;
        }
        frame.tuples[slot] = tuple;
        frame.rowIds[slot] = rowId;
        frame.versions[slot] = version;
        if (filter == null || filter.holds(frame, element)) {
          return true;
        }
      }
      cursor = null;
      if (prefixes == null || !nextInList(context.branch().indexTree(indexFileNode))) {
        return false;
      }
    }
  }

  @Override
  void close(Frame frame) {
    cursor = null;
    rows = null;
    prefixes = null;
  }
}
