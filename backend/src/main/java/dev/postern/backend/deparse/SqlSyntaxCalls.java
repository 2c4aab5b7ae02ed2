package dev.postern.backend.deparse;

import dev.postern.backend.analyze.TypedExpression;
import dev.postern.backend.analyze.TypedExpression.Constant;
import dev.postern.backend.analyze.TypedExpression.FunctionCall;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.function.Consumer;

/** Functions that are shown in SQL's own syntax where they were written so. */
final class SqlSyntaxCalls {
  private SqlSyntaxCalls() {}

  static boolean isKnown(String function) {
    return switch (function) {
      case "timezone", "extract", "btrim", "ltrim", "rtrim", "substring", "position", "overlay" ->
          true;
      default -> false;
    };
  }

  static void write(FunctionCall call, StringBuilder out, Consumer<TypedExpression> write) {
    List<TypedExpression> arguments = call.arguments();
    switch (call.function().name()) {
      case "timezone" -> {
        out.append('(');
        if (arguments.size() == 1) {
          write.accept(arguments.getFirst());
          out.append(" AT LOCAL)");
        } else {
          write.accept(arguments.get(1));
          out.append(" AT TIME ZONE ");
          write.accept(arguments.getFirst());
          out.append(')');
        }
      }
      case "extract" -> {
        out.append("EXTRACT(").append(field(arguments.getFirst())).append(" FROM ");
        write.accept(arguments.get(1));
        out.append(')');
      }
      case "position" -> {
        out.append("POSITION((");
        write.accept(arguments.get(1));
        out.append(") IN (");
        write.accept(arguments.getFirst());
        out.append("))");
      }
      case "substring" -> {
        out.append("SUBSTRING(");
        write.accept(arguments.getFirst());
        out.append(" FROM ");
        write.accept(arguments.get(1));
        if (arguments.size() > 2) {
          out.append(" FOR ");
          write.accept(arguments.get(2));
        }
        out.append(')');
      }
      case "overlay" -> {
        out.append("OVERLAY(");
        write.accept(arguments.getFirst());
        out.append(" PLACING ");
        write.accept(arguments.get(1));
        out.append(" FROM ");
        write.accept(arguments.get(2));
        if (arguments.size() > 3) {
          out.append(" FOR ");
          write.accept(arguments.get(3));
        }
        out.append(')');
      }
      case "ltrim" -> trim("LEADING", arguments, out, write);
      case "rtrim" -> trim("TRAILING", arguments, out, write);
      default -> trim("BOTH", arguments, out, write);
    }
  }

  private static void trim(
      String side,
      List<TypedExpression> arguments,
      StringBuilder out,
      Consumer<TypedExpression> write) {
    out.append("TRIM(").append(side);
    if (arguments.size() > 1) {
      out.append(' ');
      write.accept(arguments.get(1));
    }
    out.append(" FROM ");
    write.accept(arguments.getFirst());
    out.append(')');
  }

  private static String field(TypedExpression expression) {
    if (expression instanceof Constant constant && constant.bytes() != null) {
      return new String(constant.bytes(), StandardCharsets.UTF_8).toLowerCase(Locale.ROOT);
    }
    return "???";
  }
}
