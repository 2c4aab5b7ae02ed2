package dev.postern.backend.session;

import dev.postern.backend.error.SqlError;
import dev.postern.backend.error.SqlState;
import dev.postern.backend.sql.Expression;
import dev.postern.backend.sql.Node;
import dev.postern.backend.sql.Option;
import dev.postern.backend.sql.QualifiedName;
import dev.postern.backend.sql.TypeName;
import java.util.Locale;

/** Values of options in parentheses, as defGetBoolean and defGetString read them. */
final class OptionValues {
  private OptionValues() {}

  static boolean truth(Option option) {
    Node value = option.value();
    if (value == null) {
      return true;
    }
    if (value instanceof Expression.BooleanConstant constant) {
      return constant.value();
    }
    return switch (text(option).toLowerCase(Locale.ROOT)) {
      case "true", "on", "1" -> true;
      case "false", "off", "0" -> false;
      default ->
          throw new SqlError(SqlState.SYNTAX_ERROR, option.name() + " requires a Boolean value");
    };
  }

  static String text(Option option) {
    return switch (option.value()) {
      case Expression.StringConstant constant -> constant.value();
      case Expression.IntegerConstant constant -> Integer.toString(constant.value());
      case Expression.NumericConstant constant -> constant.text();
      case Expression.BooleanConstant constant -> constant.value() ? "true" : "false";
      case QualifiedName name -> name.name();
      case TypeName name -> name.name();
      case null, default ->
          throw new SqlError(SqlState.SYNTAX_ERROR, option.name() + " requires a parameter");
    };
  }
}
