package dev.postern.backend.catalog;

import dev.postern.backend.type.ByteArrayWriter;
import dev.postern.backend.type.Bytes;
import dev.postern.backend.type.Datum;
import dev.postern.backend.type.TypeOids;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Arrays of catalog columns in binary send form (array_send): number of dimensions, whether there
 * are nulls, element type; of each dimension length and lower bound; of each element its length and
 * bytes.
 */
public final class ArrayValues {
  private ArrayValues() {}

  /** Elements of 2 or 4 bytes: int2[], oid[], or the vectors, whose lower bound is 0. */
  public static byte[] ofIntegers(int elementType, int lowerBound, int[] elements) {
    int width = elementType == TypeOids.INT2 ? 2 : 4;
    ByteArrayWriter writer = header(elementType, lowerBound, elements.length, false);
    for (int element : elements) {
      writer.writeInt(width);
      if (width == 2) {
        writer.writeShort(element);
      } else {
        writer.writeInt(element);
      }
    }
    return writer.toByteArray();
  }

  /** float4[]. */
  public static byte[] ofFloats(float[] elements) {
    ByteArrayWriter writer = header(TypeOids.FLOAT4, 1, elements.length, false);
    for (float element : elements) {
      writer.writeInt(4);
      writer.writeInt(Float.floatToRawIntBits(element));
    }
    return writer.toByteArray();
  }

  /** Elements that are text in their binary form: text[], name[], aclitem[]; and "char"[]. */
  public static byte[] ofTexts(int elementType, List<? extends @Nullable String> elements) {
    boolean nulls = elements.stream().anyMatch(element -> element == null);
    ByteArrayWriter writer = header(elementType, 1, elements.size(), nulls);
    for (String element : elements) {
      if (element == null) {
        writer.writeInt(-1);
      } else {
        byte[] bytes = element.getBytes(StandardCharsets.UTF_8);
        writer.writeInt(bytes.length);
        writer.writeBytes(bytes, 0, bytes.length);
      }
    }
    return writer.toByteArray();
  }

  /** An array of one element that is in its send form already. */
  public static byte[] ofOne(int elementType, byte[] element) {
    ByteArrayWriter writer = header(elementType, 1, 1, false);
    writer.writeInt(element.length);
    writer.writeBytes(element, 0, element.length);
    return writer.toByteArray();
  }

  private static ByteArrayWriter header(
      int elementType, int lowerBound, int length, boolean nulls) {
    ByteArrayWriter writer = new ByteArrayWriter(20 + 8 * length);
    boolean vector = lowerBound == 0;
    writer.writeInt(length == 0 && !vector ? 0 : 1);
    writer.writeInt(nulls ? 1 : 0);
    writer.writeInt(elementType);
    if (length > 0 || vector) {
      writer.writeInt(length);
      writer.writeInt(lowerBound);
    }
    return writer;
  }

  /** The elements of an array of whole numbers; empty for NULL. */
  public static int[] integers(Datum array) {
    int count = count(array);
    int[] elements = new int[count];
    int at = array.offset + 20;
    for (int i = 0; i < count; i++) {
      int width = Bytes.getInt(array.bytes, at);
      elements[i] =
          width == 2 ? Bytes.getShort(array.bytes, at + 4) : Bytes.getInt(array.bytes, at + 4);
      at += 4 + width;
    }
    return elements;
  }

  /** The elements of an array of texts; empty for NULL. */
  public static List<String> texts(Datum array) {
    int count = count(array);
    List<String> elements = new ArrayList<>(count);
    int at = array.offset + 20;
    for (int i = 0; i < count; i++) {
      int length = Bytes.getInt(array.bytes, at);
      at += 4;
      if (length >= 0) {
        elements.add(new String(array.bytes, at, length, StandardCharsets.UTF_8));
        at += length;
      } else {
        elements.add("");
      }
    }
    return elements;
  }

  private static int count(Datum array) {
    return array.isNull || array.length < 20 || Bytes.getInt(array.bytes, array.offset) == 0
        ? 0
        : Bytes.getInt(array.bytes, array.offset + 12);
  }
}
