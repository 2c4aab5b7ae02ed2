package dev.postern.backend.type;

import dev.postern.backend.error.SqlError;
import dev.postern.backend.error.SqlState;
import java.nio.charset.StandardCharsets;

/**
 * aclitem: what one role granted to another (manual, "Privileges"). Grantee (4 bytes, 0 is PUBLIC),
 * grantor (4), and in 8 bytes the privileges, above them the grant options. PostgreSQL gives no
 * binary form of it to clients; this one is for values at rest.
 */
public final class AclItemType extends FixedBytesType {
  /** One letter for each privilege, from the lowest bit. */
  public static final String PRIVILEGES = "arwdDxtXUCTcsAm";

  /** How far above a privilege its grant option is. */
  public static final int OPTION_SHIFT = 32;

  /** The role that created the cluster. */
  private static final int BOOTSTRAP_ROLE = 10;

  AclItemType() {
    super(TypeOids.ACLITEM, "aclitem", 16);
  }

  public static int grantee(Datum value) {
    return Bytes.getInt(value.bytes, value.offset);
  }

  public static int grantor(Datum value) {
    return Bytes.getInt(value.bytes, value.offset + 4);
  }

  /** A bit for each letter of {@link #PRIVILEGES}; 32 bits above it its grant option. */
  public static long privileges(Datum value) {
    return Bytes.getLong(value.bytes, value.offset + 8);
  }

  public static void set(Datum result, int grantee, int grantor, long privileges) {
    byte[] bytes = new byte[16];
    Bytes.putInt(bytes, 0, grantee);
    Bytes.putInt(bytes, 4, grantor);
    Bytes.putLong(bytes, 8, privileges);
    result.setBytes(bytes);
  }

  private static SqlError invalid(String message) {
    return new SqlError(SqlState.INVALID_TEXT_REPRESENTATION, message);
  }

  @Override
  public void input(
      byte[] text, int offset, int length, int typmod, DisplayStyle style, Datum result) {
    Reader reader = new Reader(InputErrors.string(text, offset, length));
    String name = reader.name();
    if (reader.here() != '=') {
      if (!name.equals("group") && !name.equals("user")) {
        throw invalid("unrecognized key word: \"" + name + "\"")
            .hint("ACL key word must be \"group\" or \"user\".");
      }
      name = reader.name();
      if (name.isEmpty()) {
        throw invalid("missing name")
            .hint("A name must follow the \"group\" or \"user\" key word.");
      }
    }
    if (reader.here() != '=') {
      throw invalid("missing \"=\" sign");
    }
    reader.at++;
    long privileges = 0;
    long last = 0;
    while (Character.isLetter(reader.here()) || reader.here() == '*') {
      if (reader.here() == '*') {
        privileges |= last << OPTION_SHIFT;
      } else {
        int bit = PRIVILEGES.indexOf(reader.here());
        if (bit < 0) {
          throw invalid("invalid mode character: must be one of \"" + PRIVILEGES + "\"");
        }
        last = 1L << bit;
        privileges |= last;
      }
      reader.at++;
    }
    int grantee = name.isEmpty() ? 0 : role(name, style);
    int grantor = BOOTSTRAP_ROLE;
    if (reader.here() == '/') {
      reader.at++;
      String grantorName = reader.name();
      if (grantorName.isEmpty()) {
        throw invalid("a name must follow the \"/\" sign");
      }
      grantor = role(grantorName, style);
    }
    if (!reader.atEnd()) {
      throw invalid("extra garbage at the end of the ACL specification");
    }
    set(result, grantee, grantor, privileges);
  }

  private static int role(String name, DisplayStyle style) {
    ObjectNames names = style.objectNames;
    if (names != null) {
      return names.find(TypeOids.REGROLE, name, style);
    }
    byte[] digits = name.getBytes(StandardCharsets.UTF_8);
    return IntegerText.parseUnsigned(digits, 0, digits.length, "oid");
  }

  private static final class Reader {
    private final String text;
    int at;

    Reader(String text) {
      this.text = text;
    }

    char here() {
      return at < text.length() ? text.charAt(at) : 0;
    }

    private void skipSpaces() {
      while (DateTimeToken.isSpace(here())) {
        at++;
      }
    }

    boolean atEnd() {
      skipSpaces();
      return at == text.length();
    }

    /** A role's name, perhaps in double quotes. */
    String name() {
      skipSpaces();
      StringBuilder name = new StringBuilder();
      boolean quoted = false;
      while (at < text.length()) {
        char c = here();
        if (c == '"') {
          at++;
          if (quoted && here() == '"') {
            name.append('"');
            at++;
          } else {
            quoted = !quoted;
          }
        } else if (quoted || Character.isLetterOrDigit(c) || c == '_') {
          name.append(c);
          at++;
        } else {
          break;
        }
      }
      skipSpaces();
      return name.toString();
    }
  }

  @Override
  public void output(Datum value, DisplayStyle style, ValueWriter writer) {
    int grantee = grantee(value);
    if (grantee != 0) {
      writeRole(grantee, style, writer);
    }
    writer.writeByte('=');
    long privileges = privileges(value);
    for (int i = 0; i < PRIVILEGES.length(); i++) {
      if ((privileges >> i & 1) != 0) {
        writer.writeByte(PRIVILEGES.charAt(i));
      }
      if ((privileges >> i + OPTION_SHIFT & 1) != 0) {
        writer.writeByte('*');
      }
    }
    writer.writeByte('/');
    writeRole(grantor(value), style, writer);
  }

  private static void writeRole(int oid, DisplayStyle style, ValueWriter writer) {
    ObjectNames names = style.objectNames;
    if (names == null || !names.write(TypeOids.REGROLE, oid, style, writer)) {
      writer.writeDecimal(oid & 0xffff_ffffL);
    }
  }
}
