package dev.postern.proxy.wire;

/**
 * A client's message, decoded in place: offsets into the buffer it came in. Kinds that may come
 * often are mutable and reused: each is good only until its {@link CommandDecoder} decodes the next
 * message, and must not be kept.
 */
public sealed interface Command {

  /** A simple query. */
  final class Query implements Command {
    int textOffset;
    int textLength;

    Query() {}

    public int textOffset() {
      return textOffset;
    }

    /** Bytes, without the final zero. */
    public int textLength() {
      return textLength;
    }
  }

  final class Parse implements Command {
    int nameOffset;
    int nameLength;
    int textOffset;
    int textLength;
    int parameterTypeCount;
    int parameterTypesOffset;

    Parse() {}

    public int nameOffset() {
      return nameOffset;
    }

    public int nameLength() {
      return nameLength;
    }

    public int textOffset() {
      return textOffset;
    }

    public int textLength() {
      return textLength;
    }

    public int parameterTypeCount() {
      return parameterTypeCount;
    }

    /** Where the OIDs stand, four bytes each. */
    public int parameterTypesOffset() {
      return parameterTypesOffset;
    }
  }

  final class Bind implements Command {
    int portalOffset;
    int portalLength;
    int statementOffset;
    int statementLength;
    int parameterCount;
    int[] valueOffsets = new int[16];
    int[] valueLengths = new int[16];
    int parameterFormatCount;
    boolean[] parameterBinary = new boolean[16];
    int resultFormatCount;
    boolean[] resultBinary = new boolean[16];

    Bind() {}

    public int portalOffset() {
      return portalOffset;
    }

    public int portalLength() {
      return portalLength;
    }

    public int statementOffset() {
      return statementOffset;
    }

    public int statementLength() {
      return statementLength;
    }

    public int parameterCount() {
      return parameterCount;
    }

    public int valueOffset(int parameter) {
      return valueOffsets[parameter];
    }

    /** Bytes, or -1 for NULL. */
    public int valueLength(int parameter) {
      return valueLengths[parameter];
    }

    /** Whether the value is in binary form: the rule of none, one, or one each is applied. */
    public boolean isBinary(int parameter) {
      return switch (parameterFormatCount) {
        case 0 -> false;
        case 1 -> parameterBinary[0];
        default -> parameterBinary[parameter];
      };
    }

    /** Format codes as sent: none, one for all columns, or one each. */
    public int resultFormatCount() {
      return resultFormatCount;
    }

    /** The codes, true for binary, valid up to {@link #resultFormatCount}. Not to be changed. */
    public boolean[] resultFormats() {
      return resultBinary;
    }
  }

  /** Describe of a statement or portal. */
  final class Describe implements Command {
    byte kind;
    int nameOffset;
    int nameLength;

    Describe() {}

    /** S for a statement, P for a portal. */
    public byte kind() {
      return kind;
    }

    public int nameOffset() {
      return nameOffset;
    }

    public int nameLength() {
      return nameLength;
    }
  }

  /** Close of a statement or portal. */
  final class Close implements Command {
    byte kind;
    int nameOffset;
    int nameLength;

    Close() {}

    /** S for a statement, P for a portal. */
    public byte kind() {
      return kind;
    }

    public int nameOffset() {
      return nameOffset;
    }

    public int nameLength() {
      return nameLength;
    }
  }

  final class Execute implements Command {
    int portalOffset;
    int portalLength;
    int maxRows;

    Execute() {}

    public int portalOffset() {
      return portalOffset;
    }

    public int portalLength() {
      return portalLength;
    }

    /** 0 is no limit; a negative number as sent has become that. */
    public int maxRows() {
      return maxRows;
    }
  }

  final class CopyData implements Command {
    int dataOffset;
    int dataLength;

    CopyData() {}

    public int dataOffset() {
      return dataOffset;
    }

    public int dataLength() {
      return dataLength;
    }
  }

  /** Messages without a body. */
  enum Bare implements Command {
    SYNC,
    FLUSH,
    COPY_DONE,
    TERMINATE
  }

  /** CopyFail. */
  record CopyFail(String message) implements Command {}

  /** FunctionCall, which is obsolete: only the function is looked at. */
  record FunctionCall(int functionOid) implements Command {}

  /** PasswordMessage or a SASL response: what its body means depends on what was asked. */
  record PasswordMessage(int bodyOffset, int bodyLength) implements Command {}
}
