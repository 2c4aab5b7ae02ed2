package dev.postern.backend.sql;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import dev.postern.backend.error.SqlError;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class DeparserTest {
  @Test
  void everyStatementReadsBackAsTheSameTree() {
    for (String text : StatementCorpus.statements()) {
      assertRoundTrip(text, SqlParser.parse(text));
    }
  }

  @Test
  void whateverIsReadReadsBackAsTheSameTree() {
    long seed = Long.getLong("postern.seed", 20_261_130);
    System.out.println("DeparserTest seed " + seed + " (-Dpostern.seed)");
    Random random = new Random(seed);
    List<String> statements = StatementCorpus.statements();
    for (int i = 0; i < 10_000; i++) {
      String text = StatementCorpus.mutation(statements, random);
      List<ParsedStatement> parsed;
      try {
        parsed = SqlParser.parse(text);
      } catch (SqlError e) {
        continue;
      }
      assertRoundTrip(text, parsed);
    }
  }

  private static void assertRoundTrip(String text, List<ParsedStatement> parsed) {
    for (ParsedStatement statement : parsed) {
      String again = Deparser.deparse(statement.tree());
      List<ParsedStatement> second;
      try {
        second = SqlParser.parse(again);
      } catch (SqlError e) {
        throw new AssertionError(text + "\n" + again, e);
      }
      assertEquals(1, second.size(), again);
      assertNull(Trees.difference(statement.tree(), second.get(0).tree()), text + "\n" + again);
    }
  }

  @Test
  void expressionsAndTypesAreWrittenPlainly() {
    assertEquals(
        "((a + 1) = b) AND (c IS NULL)",
        Deparser.deparse(SqlParser.parseExpression("a+1=b and c isnull")));
    assertEquals("'it''s'::text", Deparser.deparse(SqlParser.parseExpression("text 'it''s'")));
    assertEquals(
        "character varying(3)[]", Deparser.deparse(SqlParser.parseTypeName("varchar(3)[]")));
    assertEquals(
        "interval DAY TO SECOND(3)",
        Deparser.deparse(SqlParser.parseTypeName("interval day to second(3)")));
  }
}
