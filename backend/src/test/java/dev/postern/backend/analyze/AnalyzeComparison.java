package dev.postern.backend.analyze;

import dev.postern.backend.catalog.RelationDescriptor;
import dev.postern.backend.error.SqlError;
import dev.postern.backend.function.TypeDescriptor;
import dev.postern.backend.reference.DescribeClient;
import dev.postern.backend.reference.DescribeClient.Description;
import dev.postern.backend.sql.ParsedStatement;
import dev.postern.backend.sql.SqlParser;
import dev.postern.backend.type.DisplayStyle;
import dev.postern.backend.type.SqlType;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** Analyzes statements here and on the reference server, and puts what is found side by side. */
final class AnalyzeComparison {
  private final ReferenceCatalog catalog;
  private final DescribeClient client;

  AnalyzeComparison(ReferenceCatalog catalog, DescribeClient client) {
    this.catalog = catalog;
    this.client = client;
  }

  /** The statements of a resource: one a paragraph, lines that begin with {@code --} left out. */
  static List<String> statements(String resource) throws IOException {
    String text;
    try (InputStream in = AnalyzeComparison.class.getResourceAsStream(resource)) {
      if (in == null) {
        throw new IllegalArgumentException(resource);
      }
      text = new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
    List<String> statements = new ArrayList<>();
    for (String paragraph : text.split(";\n")) {
      StringBuilder statement = new StringBuilder();
      for (String line : paragraph.split("\n")) {
        if (!line.startsWith("--") && !line.isBlank()) {
          statement.append(statement.isEmpty() ? "" : "\n").append(line);
        }
      }
      if (!statement.isEmpty()) {
        statements.add(statement.toString());
      }
    }
    return statements;
  }

  /** All views of the database. */
  List<String> views() {
    List<String> names = new ArrayList<>();
    for (RelationDescriptor relation : catalog.relations()) {
      if (relation.kind() == 'v') {
        names.add(relation.schema() + "." + relation.name());
      }
    }
    return names;
  }

  String expected(String sql) {
    Description found = client.describe(sql);
    if (!found.error().isEmpty()) {
      return "error "
          + found.error().get('C')
          + "\nmessage "
          + found.error().get('M')
          + "\ndetail "
          + found.error().get('D')
          + "\nhint "
          + found.error().get('H')
          + "\nposition "
          + found.error().getOrDefault('P', "0");
    }
    StringBuilder text = new StringBuilder("parameters " + found.parameters());
    for (DescribeClient.Column column : found.columns()) {
      text.append('\n').append(column);
    }
    return text.toString();
  }

  String actual(String sql) {
    byte[] text = sql.getBytes(StandardCharsets.UTF_8);
    try {
      List<ParsedStatement> parsed = SqlParser.parse(text, 0, text.length);
      DisplayStyle style = new DisplayStyle();
      style.objectNames = catalog;
      AnalyzedStatement analyzed =
          Analyzer.analyze(parsed.get(0), text, new int[0], new AnalyzeContext(catalog, style));
      List<Integer> parameters = new ArrayList<>();
      for (SqlType type : analyzed.parameterTypes()) {
        parameters.add(type.oid());
      }
      StringBuilder described = new StringBuilder("parameters " + parameters);
      for (Query.OutputColumn column : analyzed.query().output()) {
        described.append('\n').append(shown(column));
      }
      return described.toString();
    } catch (SqlError e) {
      return "error "
          + e.sqlState()
          + "\nmessage "
          + e.message()
          + "\ndetail "
          + e.detail()
          + "\nhint "
          + e.hint()
          + "\nposition "
          + e.position();
    }
  }

  /** RowDescription shows a domain's base type. */
  private DescribeClient.Column shown(Query.OutputColumn column) {
    int type = column.type().oid();
    int typmod = column.typmod();
    for (TypeDescriptor described = catalog.type(type);
        described != null && described.isDomain();
        described = catalog.type(type)) {
      type = described.baseType();
      typmod = described.typmod();
    }
    return new DescribeClient.Column(
        column.name(), column.originTable(), column.originColumn(), type, typmod);
  }
}
