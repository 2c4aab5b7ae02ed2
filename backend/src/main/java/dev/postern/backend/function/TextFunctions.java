package dev.postern.backend.function;

import dev.postern.backend.error.SqlError;
import dev.postern.backend.error.SqlState;
import dev.postern.backend.type.Datum;
import dev.postern.backend.type.Utf8;
import org.jspecify.annotations.Nullable;

/** Lengths, pieces and joins of text and bytea: what works on the bytes of UTF-8 as they are. */
final class TextFunctions implements FunctionTopic {
  @Override
  public @Nullable ScalarFunction scalar(String key, CallSite site) {
    return switch (key) {
      case "textlen" ->
          (c, a, r) -> r.setLong(Utf8.characters(a[0].bytes, a[0].offset, a[0].length));
      case "bpcharlen" ->
          (c, a, r) -> r.setLong(Utf8.characters(a[0].bytes, a[0].offset, unpadded(a[0])));
      case "textoctetlen", "byteaoctetlen", "bpcharoctetlen" -> (c, a, r) -> r.setLong(a[0].length);
      case "bit_length(text)", "bit_length(bytea)" -> (c, a, r) -> r.setLong(8L * a[0].length);
      case "textcat", "byteacat" -> (c, a, r) -> concatenate(a[0], a[1], r);
      case "text_substr" -> (c, a, r) -> substring(a[0], a[1].bits, a[2].bits, false, r);
      case "text_substr_no_len" ->
          (c, a, r) -> substring(a[0], a[1].bits, Long.MAX_VALUE, false, r);
      case "bytea_substr" -> (c, a, r) -> substring(a[0], a[1].bits, a[2].bits, true, r);
      case "bytea_substr_no_len" ->
          (c, a, r) -> substring(a[0], a[1].bits, Long.MAX_VALUE, true, r);
      case "textoverlay" -> (c, a, r) -> overlay(a[0], a[1], a[2].bits, a[3].bits, false, r);
      case "textoverlay_no_len" ->
          (c, a, r) ->
              overlay(
                  a[0],
                  a[1],
                  a[2].bits,
                  Utf8.characters(a[1].bytes, a[1].offset, a[1].length),
                  false,
                  r);
      case "byteaoverlay" -> (c, a, r) -> overlay(a[0], a[1], a[2].bits, a[3].bits, true, r);
      case "byteaoverlay_no_len" ->
          (c, a, r) -> overlay(a[0], a[1], a[2].bits, a[1].length, true, r);
      case "text_left" -> (c, a, r) -> left(a[0], a[1].bits, r);
      case "text_right" -> (c, a, r) -> right(a[0], a[1].bits, r);
      case "textpos" -> (c, a, r) -> r.setLong(position(a[0], a[1]));
      case "byteapos" -> (c, a, r) -> r.setLong(indexOf(a[0], a[1], 0) + 1);
      case "text_starts_with" ->
          (c, a, r) -> r.setBoolean(a[0].length >= a[1].length && matchesAt(a[0], a[1], 0));
      case "text_char" -> (c, a, r) -> r.setLong(a[0].length == 0 ? 0 : a[0].bytes[a[0].offset]);
      case "text_name", "bpchar_name" -> (c, a, r) -> name(a[0], key.equals("bpchar_name"), r);
      case "name_text" -> (c, a, r) -> r.set(a[0]);
      default -> null;
    };
  }

  /** Bytes without the spaces at the end. */
  static int unpadded(Datum value) {
    int length = value.length;
    while (length > 0 && value.bytes[value.offset + length - 1] == ' ') {
      length--;
    }
    return length;
  }

  private static void concatenate(Datum left, Datum right, Datum result) {
    byte[] bytes = new byte[left.length + right.length];
    System.arraycopy(left.bytes, left.offset, bytes, 0, left.length);
    System.arraycopy(right.bytes, right.offset, bytes, left.length, right.length);
    result.setBytes(bytes);
  }

  private static void substring(Datum text, long start, long length, boolean octets, Datum result) {
    if (length < 0) {
      // A length that would reach before the start is an error even for start positions below 1.
      throw new SqlError(SqlState.SUBSTRING_ERROR, "negative substring length not allowed");
    }
    long from = Math.max(start, 1) - 1;
    long to = length == Long.MAX_VALUE ? Long.MAX_VALUE : start + length - 1;
    if (to <= from) {
      result.setBytes(text.bytes, text.offset, 0);
      return;
    }
    int begin;
    int end;
    if (octets) {
      begin = (int) Math.min(from, text.length);
      end = (int) Math.min(to, text.length);
    } else {
      int first = (int) Math.min(from, Integer.MAX_VALUE);
      begin = Utf8.prefix(text.bytes, text.offset, text.length, first);
      int count = (int) Math.min(to - from, Integer.MAX_VALUE);
      end = begin + Utf8.prefix(text.bytes, text.offset + begin, text.length - begin, count);
    }
    result.setBytes(text.bytes, text.offset + begin, end - begin);
  }

  private static void overlay(
      Datum text, Datum piece, long start, long length, boolean octets, Datum result) {
    if (start <= 0) {
      throw new SqlError(SqlState.SUBSTRING_ERROR, "negative substring length not allowed");
    }
    long after = IntegerFunctions.integer(start + length);
    Datum head = new Datum();
    Datum tail = new Datum();
    substring(text, 1, start - 1, octets, head);
    substring(text, after, Long.MAX_VALUE, octets, tail);
    byte[] bytes = new byte[head.length + piece.length + tail.length];
    System.arraycopy(head.bytes, head.offset, bytes, 0, head.length);
    System.arraycopy(piece.bytes, piece.offset, bytes, head.length, piece.length);
    System.arraycopy(tail.bytes, tail.offset, bytes, head.length + piece.length, tail.length);
    result.setBytes(bytes);
  }

  private static void left(Datum text, long count, Datum result) {
    long wanted = count;
    if (count < 0) {
      wanted = Math.max(0, Utf8.characters(text.bytes, text.offset, text.length) + count);
    }
    int end = Utf8.prefix(text.bytes, text.offset, text.length, (int) wanted);
    result.setBytes(text.bytes, text.offset, end);
  }

  private static void right(Datum text, long count, Datum result) {
    long dropped = -count;
    if (count >= 0) {
      dropped = Math.max(0, Utf8.characters(text.bytes, text.offset, text.length) - count);
    }
    int from =
        Utf8.prefix(
            text.bytes, text.offset, text.length, (int) Math.min(dropped, Integer.MAX_VALUE));
    result.setBytes(text.bytes, text.offset + from, text.length - from);
  }

  /** Position of a piece in characters from 1, or 0. */
  static long position(Datum text, Datum piece) {
    int at = indexOf(text, piece, 0);
    return at < 0 ? 0 : Utf8.characters(text.bytes, text.offset, at) + 1;
  }

  /** Offset of a piece's first occurrence at or after a byte, or -1. */
  static int indexOf(Datum text, Datum piece, int from) {
    for (int at = from; at + piece.length <= text.length; at++) {
      if (matchesAt(text, piece, at)) {
        return at;
      }
    }
    return -1;
  }

  private static boolean matchesAt(Datum text, Datum piece, int at) {
    for (int i = 0; i < piece.length; i++) {
      if (text.bytes[text.offset + at + i] != piece.bytes[piece.offset + i]) {
        return false;
      }
    }
    return true;
  }

  /** A name has at most 63 bytes; what is longer is cut without an error. */
  private static void name(Datum text, boolean padded, Datum result) {
    int length = padded ? unpadded(text) : text.length;
    if (length > 63) {
      length = 63;
      while ((text.bytes[text.offset + length] & 0xc0) == 0x80) {
        length--;
      }
    }
    result.setBytes(text.bytes, text.offset, length);
  }
}
