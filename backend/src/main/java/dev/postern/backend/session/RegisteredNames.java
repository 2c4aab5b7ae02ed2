package dev.postern.backend.session;

import dev.postern.backend.catalog.CatalogReader;
import dev.postern.backend.catalog.DatabasePart;
import dev.postern.backend.catalog.RelationDescriptor;
import dev.postern.backend.error.SqlError;
import dev.postern.backend.error.SqlState;
import dev.postern.backend.function.FunctionDescriptor;
import dev.postern.backend.function.TypeDescriptor;
import dev.postern.backend.sql.Keywords;
import dev.postern.backend.sql.SqlParser;
import dev.postern.backend.sql.TypeName;
import dev.postern.backend.type.DisplayStyle;
import dev.postern.backend.type.ObjectNames;
import dev.postern.backend.type.SqlType;
import dev.postern.backend.type.TypeOids;
import dev.postern.backend.type.ValueWriter;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.StringJoiner;
import org.jspecify.annotations.Nullable;

/** Names of the reg types (manual section 8.19) in a session's catalogs. */
final class RegisteredNames implements ObjectNames {
  private final SessionContext context;

  RegisteredNames(SessionContext context) {
    this.context = context;
  }

  @Override
  public int find(int type, String name, DisplayStyle style) {
    CatalogReader catalog = context.reader();
    return switch (type) {
      case TypeOids.REGCLASS -> relation(catalog, name);
      case TypeOids.REGTYPE -> typeOid(catalog, name);
      case TypeOids.REGNAMESPACE ->
          found(catalog.schema(parts(name).get(0)), SqlState.INVALID_SCHEMA_NAME, "schema", name);
      case TypeOids.REGROLE ->
          found(catalog.role(parts(name).get(0)), SqlState.UNDEFINED_OBJECT, "role", name);
      case TypeOids.REGPROC -> function(catalog, name);
      case TypeOids.REGCOLLATION -> {
        List<String> parts = parts(name);
        int oid =
            parts.size() == 1
                ? catalog.collation(null, parts.get(0))
                : catalog.collation(parts.get(0), parts.get(1));
        if (oid == 0) {
          throw new SqlError(
              SqlState.UNDEFINED_OBJECT,
              "collation \"" + name + "\" for encoding \"UTF8\" does not exist");
        }
        yield oid;
      }
      case TypeOids.REGPROCEDURE -> procedure(catalog, name);
      default -> throw SqlError.notSupported("input of this reg type by name");
    };
  }

  private static int found(int oid, String sqlState, String what, String name) {
    if (oid == 0) {
      throw new SqlError(sqlState, what + " \"" + name + "\" does not exist");
    }
    return oid;
  }

  private static int relation(CatalogReader catalog, String name) {
    List<String> parts = parts(name);
    SqlError refusal = DatabasePart.refusalOfRelation(catalog, parts);
    if (refusal != null) {
      throw refusal;
    }
    RelationDescriptor relation =
        parts.size() == 1
            ? catalog.relation(parts.get(0))
            : catalog.relation(parts.get(parts.size() - 2), parts.get(parts.size() - 1));
    if (relation == null) {
      throw new SqlError(
          SqlState.UNDEFINED_TABLE, "relation \"" + String.join(".", parts) + "\" does not exist");
    }
    return relation.oid();
  }

  private static int typeOid(CatalogReader catalog, String name) {
    TypeName parsed = SqlParser.parseTypeName(name);
    List<String> names = parsed.names();
    String schema = names.size() > 1 ? names.get(names.size() - 2) : null;
    SqlType type = catalog.type(schema, parsed.name());
    if (type == null) {
      throw new SqlError(SqlState.UNDEFINED_OBJECT, "type \"" + name + "\" does not exist");
    }
    if (!parsed.isArray()) {
      return type.oid();
    }
    TypeDescriptor element = catalog.type(type.oid());
    return element == null ? 0 : element.array();
  }

  private static int function(CatalogReader catalog, String name) {
    List<String> parts = parts(name);
    List<FunctionDescriptor> functions = named(catalog, parts);
    if (functions.isEmpty()) {
      throw new SqlError(SqlState.UNDEFINED_FUNCTION, "function \"" + name + "\" does not exist");
    }
    if (functions.size() > 1) {
      throw new SqlError(
          SqlState.AMBIGUOUS_FUNCTION, "more than one function named \"" + name + "\"");
    }
    return functions.get(0).oid();
  }

  /** A function by name and argument types, {@code lower(text)}. */
  private static int procedure(CatalogReader catalog, String name) {
    int open = name.indexOf('(');
    if (open < 0) {
      throw new SqlError(SqlState.INVALID_TEXT_REPRESENTATION, "expected a left parenthesis");
    }
    String list = name.substring(open + 1).strip();
    if (!list.endsWith(")")) {
      throw new SqlError(SqlState.INVALID_TEXT_REPRESENTATION, "expected a right parenthesis");
    }
    List<Integer> types = new ArrayList<>();
    list = list.substring(0, list.length() - 1).strip();
    int depth = 0;
    int start = 0;
    for (int i = 0; i <= list.length() && !list.isEmpty(); i++) {
      char c = i == list.length() ? ',' : list.charAt(i);
      depth += c == '(' ? 1 : c == ')' ? -1 : 0;
      if (c == ',' && (depth == 0 || i == list.length())) {
        types.add(typeOid(catalog, list.substring(start, i).strip()));
        start = i + 1;
      }
    }
    List<String> parts = parts(name.substring(0, open));
    for (FunctionDescriptor function : named(catalog, parts)) {
      if (Arrays.stream(function.argumentTypes()).boxed().toList().equals(types)) {
        return function.oid();
      }
    }
    throw new SqlError(SqlState.UNDEFINED_FUNCTION, "function \"" + name + "\" does not exist");
  }

  private static List<FunctionDescriptor> named(CatalogReader catalog, List<String> parts) {
    return catalog.functions(
        parts.size() == 1 ? null : parts.get(parts.size() - 2), parts.getLast());
  }

  /** {@code a."B".c} apart, as stringToQualifiedNameList. */
  static List<String> parts(String text) {
    List<String> parts = new ArrayList<>();
    StringBuilder part = new StringBuilder();
    boolean quoted = false;
    boolean any = false;
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (quoted) {
        if (c == '"' && i + 1 < text.length() && text.charAt(i + 1) == '"') {
          part.append('"');
          i++;
        } else if (c == '"') {
          quoted = false;
        } else {
          part.append(c);
        }
      } else if (c == '"') {
        quoted = true;
        any = true;
      } else if (c == '.') {
        parts.add(part.toString());
        part.setLength(0);
        any = false;
      } else if (!Character.isWhitespace(c)) {
        part.append(String.valueOf(c).toLowerCase(Locale.ROOT));
        any = true;
      }
    }
    if (quoted || !any) {
      throw new SqlError(SqlState.INVALID_NAME, "invalid name syntax");
    }
    parts.add(part.toString());
    return parts;
  }

  @Override
  public boolean write(int type, int oid, DisplayStyle style, ValueWriter writer) {
    String name = name(type, oid);
    if (name == null) {
      return false;
    }
    byte[] bytes = name.getBytes(StandardCharsets.UTF_8);
    writer.writeBytes(bytes, 0, bytes.length);
    return true;
  }

  private @Nullable String name(int type, int oid) {
    CatalogReader catalog = context.reader();
    switch (type) {
      case TypeOids.REGCLASS -> {
        RelationDescriptor relation = catalog.relation(oid);
        if (relation == null) {
          return null;
        }
        RelationDescriptor visible = catalog.relation(relation.name());
        boolean plain = visible != null && visible.oid() == oid;
        return (plain ? "" : quoted(relation.schema()) + ".") + quoted(relation.name());
      }
      case TypeOids.REGTYPE -> {
        return catalog.type(oid) == null ? null : catalog.displayName(oid);
      }
      case TypeOids.REGNAMESPACE -> {
        String schema = catalog.schemaName(oid);
        return schema == null ? null : quoted(schema);
      }
      case TypeOids.REGROLE -> {
        String role = catalog.roleName(oid);
        return role == null ? null : quoted(role);
      }
      case TypeOids.REGPROC -> {
        FunctionDescriptor function = catalog.function(oid);
        if (function == null) {
          return null;
        }
        // With its schema where the name alone would not lead to it, and to it only.
        List<FunctionDescriptor> alike = catalog.functions(null, function.name());
        boolean plain = alike.size() == 1 && alike.getFirst().oid() == oid;
        return plain ? quoted(function.name()) : qualified(catalog, function);
      }
      case TypeOids.REGPROCEDURE -> {
        FunctionDescriptor function = catalog.function(oid);
        if (function == null) {
          return null;
        }
        boolean plain = false;
        for (FunctionDescriptor other : catalog.functions(null, function.name())) {
          plain |= other.oid() == oid;
        }
        StringJoiner types = new StringJoiner(",", "(", ")");
        for (int argument : function.argumentTypes()) {
          types.add(catalog.displayName(argument));
        }
        return (plain ? quoted(function.name()) : qualified(catalog, function)) + types;
      }
      default -> {
        return null;
      }
    }
  }

  private static String qualified(CatalogReader catalog, FunctionDescriptor function) {
    String schema = catalog.schemaName(function.namespace());
    return (schema == null ? "" : quoted(schema) + ".") + quoted(function.name());
  }

  /** quote_ident(). */
  static String quoted(String name) {
    boolean plain = !name.isEmpty();
    for (int i = 0; i < name.length() && plain; i++) {
      char c = name.charAt(i);
      plain = c == '_' || c >= 'a' && c <= 'z' || i > 0 && c >= '0' && c <= '9';
    }
    Keywords.Keyword keyword = plain ? Keywords.find(name) : null;
    if (plain && (keyword == null || keyword.category() == Keywords.Category.UNRESERVED)) {
      return name;
    }
    return '"' + name.replace("\"", "\"\"") + '"';
  }
}
