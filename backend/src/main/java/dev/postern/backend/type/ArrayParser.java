package dev.postern.backend.type;

import dev.postern.backend.error.SqlError;
import dev.postern.backend.error.SqlState;
import java.util.Arrays;

/** Reads the text form of one array (manual, "Array Input and Output Syntax"). */
final class ArrayParser {
  private static final int LEVELS = ArrayType.MAXIMUM_DIMENSIONS;

  private final byte[] text;
  private final int offset;
  private final int end;
  private final SqlType element;
  private final char delimiter;
  private final int typmod;
  private final DisplayStyle style;

  private int at;
  private int dimensions;
  private boolean explicitBounds;
  private final int[] lengths = new int[LEVELS];
  private final int[] lowerBounds = {1, 1, 1, 1, 1, 1};
  private final ArrayBuilder builder;
  private final Datum item = new Datum();

  ArrayParser(
      byte[] text,
      int offset,
      int length,
      SqlType element,
      char delimiter,
      int typmod,
      DisplayStyle style) {
    this.text = text;
    this.offset = offset;
    end = offset + length;
    this.element = element;
    this.delimiter = delimiter;
    this.typmod = typmod;
    this.style = style;
    builder = new ArrayBuilder(element);
    at = offset;
    Arrays.fill(lengths, -1);
  }

  void parse(Datum result) {
    bounds();
    if (explicitBounds) {
      if (here() != '=') {
        throw malformed("Missing \"=\" after array dimensions.");
      }
      at++;
      skipSpaces();
      if (here() != '{') {
        throw malformed("Array contents must start with \"{\".");
      }
    } else if (here() != '{') {
      throw malformed("Array value must start with \"{\" or dimension information.");
    }
    contents();
    skipSpaces();
    if (at < end) {
      throw malformed("Junk after closing right brace.");
    }
    if (builder.count() == 0) {
      builder.build(result);
      return;
    }
    int[] shape = Arrays.copyOf(lengths, dimensions);
    int[] firsts = Arrays.copyOf(lowerBounds, dimensions);
    ArrayType.checkedCount(shape);
    ArrayType.checkBounds(shape, firsts);
    builder.build(shape, firsts, result);
  }

  private SqlError malformed(String detail) {
    return new SqlError(
            SqlState.INVALID_TEXT_REPRESENTATION,
            "malformed array literal: \"" + InputErrors.string(text, offset, end - offset) + "\"")
        .detail(detail);
  }

  private static SqlError tooManyDimensions() {
    return new SqlError(
        SqlState.PROGRAM_LIMIT_EXCEEDED,
        "number of array dimensions exceeds the maximum allowed (" + LEVELS + ")");
  }

  private byte here() {
    return at < end ? text[at] : 0;
  }

  private void skipSpaces() {
    while (at < end && IntegerText.isSpace(text[at])) {
      at++;
    }
  }

  /** {@code [lower:upper]} or {@code [upper]} of each dimension, where given. */
  private void bounds() {
    while (true) {
      skipSpaces();
      if (here() != '[') {
        return;
      }
      at++;
      if (dimensions >= LEVELS) {
        throw tooManyDimensions();
      }
      explicitBounds = true;
      int first = at;
      int lower = 1;
      int upper = bound();
      if (at == first) {
        throw malformed("\"[\" must introduce explicitly-specified array dimensions.");
      }
      if (here() == ':') {
        lower = upper;
        at++;
        first = at;
        upper = bound();
        if (at == first) {
          throw malformed("Missing array dimension value.");
        }
      }
      if (here() != ']') {
        throw malformed("Missing \"]\" after array dimensions.");
      }
      at++;
      if (upper == Integer.MAX_VALUE) {
        throw new SqlError(
            SqlState.PROGRAM_LIMIT_EXCEEDED, "array upper bound is too large: " + upper);
      }
      if (upper < lower) {
        throw new SqlError(
            SqlState.ARRAY_SUBSCRIPT_ERROR, "upper bound cannot be less than lower bound");
      }
      if ((long) upper - lower + 1 > Integer.MAX_VALUE) {
        throw ArrayBuilder.tooLarge();
      }
      lowerBounds[dimensions] = lower;
      lengths[dimensions++] = upper - lower + 1;
    }
  }

  private int bound() {
    long value = 0;
    boolean negative = false;
    int first = at;
    if (here() == '-' || here() == '+') {
      negative = here() == '-';
      at++;
    }
    int digits = at;
    while (here() >= '0' && here() <= '9') {
      value = Math.min(value * 10 + here() - '0', 1L << 40);
      at++;
    }
    if (at == digits) {
      at = first;
      return 0;
    }
    value = negative ? -value : value;
    if (value != (int) value) {
      throw new SqlError(SqlState.PROGRAM_LIMIT_EXCEEDED, "array bound is out of integer range");
    }
    return (int) value;
  }

  private SqlError wrongShape() {
    return malformed(
        explicitBounds
            ? "Specified array dimensions do not match array contents."
            : "Multidimensional arrays must have sub-arrays with matching dimensions.");
  }

  private void contents() {
    int[] counts = new int[LEVELS];
    boolean frozen = explicitBounds;
    boolean delimiterNext = false;
    int level = 0;
    do {
      skipSpaces();
      if (at >= end) {
        throw malformed("Unexpected end of input.");
      }
      byte c = text[at];
      if (c == '{') {
        if (delimiterNext) {
          throw malformed("Unexpected \"{\" character.");
        }
        at++;
        if (level >= LEVELS) {
          throw tooManyDimensions();
        }
        counts[level++] = 0;
        if (level > dimensions) {
          if (frozen) {
            throw wrongShape();
          }
          dimensions = level;
        }
      } else if (c == '}') {
        if (counts[level - 1] > 0 && !delimiterNext) {
          throw malformed("Unexpected \"}\" character.");
        }
        at++;
        level--;
        if (lengths[level] < 0) {
          lengths[level] = counts[level];
        } else if (lengths[level] != counts[level]) {
          throw wrongShape();
        }
        frozen = true;
        if (level > 0) {
          counts[level - 1]++;
          delimiterNext = true;
        }
      } else if (c == delimiter) {
        if (!delimiterNext) {
          throw malformed("Unexpected \"" + delimiter + "\" character.");
        }
        at++;
        delimiterNext = false;
      } else {
        if (delimiterNext) {
          boolean quoted = c == '"';
          skipToken(quoted);
          throw malformed("Unexpected array element.");
        }
        frozen = true;
        if (level != dimensions) {
          throw wrongShape();
        }
        item();
        counts[level - 1]++;
        delimiterNext = true;
      }
    } while (level > 0);
  }

  /** Reads an element that is out of place, for the errors it may have itself. */
  private void skipToken(boolean quoted) {
    if (quoted) {
      quotedItem(new byte[end - at]);
    } else {
      plainItem(new byte[end - at]);
    }
  }

  private void item() {
    byte[] value = new byte[end - at];
    int size;
    if (text[at] == '"') {
      size = quotedItem(value);
    } else {
      size = plainItem(value);
      if (size < 0) {
        item.setNull();
        builder.add(item);
        return;
      }
    }
    element.input(value, 0, size, typmod, style, item);
    builder.add(item);
  }

  private int quotedItem(byte[] value) {
    int size = 0;
    at++;
    while (true) {
      if (at >= end) {
        throw malformed("Unexpected end of input.");
      }
      byte c = text[at++];
      if (c == '\\') {
        if (at >= end) {
          throw malformed("Unexpected end of input.");
        }
        value[size++] = text[at++];
      } else if (c == '"') {
        break;
      } else {
        value[size++] = c;
      }
    }
    skipSpaces();
    if (at < end && text[at] != delimiter && text[at] != '}' && text[at] != '{') {
      throw malformed("Incorrectly quoted array element.");
    }
    return size;
  }

  /** Gives the size, or -1 for the word NULL. */
  private int plainItem(byte[] value) {
    int size = 0;
    int trimmed = 0;
    boolean escapes = false;
    while (true) {
      if (at >= end) {
        throw malformed("Unexpected end of input.");
      }
      byte c = text[at];
      if (c == '{') {
        throw malformed("Unexpected \"{\" character.");
      }
      if (c == '"') {
        throw malformed("Incorrectly quoted array element.");
      }
      if (c == '\\') {
        at++;
        if (at >= end) {
          throw malformed("Unexpected end of input.");
        }
        value[size++] = text[at++];
        trimmed = size;
        escapes = true;
        continue;
      }
      if (c == delimiter || c == '}') {
        break;
      }
      value[size++] = c;
      at++;
      if (!IntegerText.isSpace(c)) {
        trimmed = size;
      }
    }
    boolean isNull =
        !escapes && trimmed == 4 && InputErrors.string(value, 0, 4).equalsIgnoreCase("null");
    return isNull ? -1 : trimmed;
  }
}
