package dev.postern.backend.sql;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.postern.backend.error.SqlError;
import dev.postern.backend.sql.Expression.BinaryOperation;
import dev.postern.backend.sql.Expression.BooleanExpression;
import dev.postern.backend.sql.Expression.IntegerConstant;
import dev.postern.backend.sql.Expression.NumericConstant;
import dev.postern.backend.sql.Expression.TypeCast;
import dev.postern.backend.sql.QueryBody.SelectBody;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SqlParserTest {
  private static SelectBody select(String text) {
    SelectStatement statement = (SelectStatement) SqlParser.parse(text).get(0).tree();
    return (SelectBody) statement.body();
  }

  @Test
  void eachStatementKnowsItsPlaceAndItsParameters() {
    String text = " ;; SELECT $2, $1 ;/* é */ SELECT 1 -- end";
    List<ParsedStatement> statements = SqlParser.parse(text);
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    assertEquals(2, statements.size());
    ParsedStatement first = statements.get(0);
    ParsedStatement second = statements.get(1);
    assertEquals(
        "SELECT $2, $1 ", new String(bytes, first.start(), first.length(), StandardCharsets.UTF_8));
    assertEquals(2, first.parameterCount());
    assertEquals(
        "SELECT 1 -- end",
        new String(bytes, second.start(), second.length(), StandardCharsets.UTF_8));
    assertEquals(0, second.parameterCount());
  }

  @Test
  void theTextMayBeAPartOfALargerArray() {
    byte[] bytes = "xxSELECT a FROMyy".getBytes(StandardCharsets.UTF_8);
    SqlError error = assertThrows(SqlError.class, () -> SqlParser.parse(bytes, 2, 13));
    assertEquals("syntax error at end of input", error.message());
    assertEquals(14, error.position());
    SelectStatement statement = (SelectStatement) SqlParser.parse(bytes, 2, 8).get(0).tree();
    assertEquals(7, ((SelectBody) statement.body()).targets().get(0).position());
  }

  @Test
  void identifiersFoldAndAreCutAt63Bytes() {
    assertEquals("ab", select("SELECT 1 AS Ab").targets().get(0).label());
    assertEquals("A\"b", select("SELECT 1 AS \"A\"\"b\"").targets().get(0).label());
    assertEquals("é".repeat(31), select("SELECT 1 AS " + "é".repeat(40)).targets().get(0).label());
  }

  @ParameterizedTest
  @CsvSource(
      quoteCharacter = '`',
      value = {
        "SELECT FROM FROM t ; syntax error at or near \"FROM\" ; 13",
        "SELECT 'é' x y ; syntax error at or near \"y\" ; 14",
        "SELECT 'abc ; unterminated quoted string at or near \"'abc\" ; 8",
        "SELECT 1a ; trailing junk after numeric literal at or near \"1a\" ; 8",
        "SELECT a < b < c ; syntax error at or near \"<\" ; 14",
        "SELECT 1 LIMIT 1, 2 ; LIMIT #,# syntax is not supported ; 10",
        "SELECT ( ; syntax error at end of input ; 9",
        "SELECT \"\" ; zero-length delimited identifier at or near \"\"\"\" ; 8",
        "SELECT a.*.b ; improper use of \"*\" at end of input ; 13",
        "FOO BAR ; syntax error at or near \"FOO\" ; 1",
      },
      delimiter = ';')
  void errorsHavePostgresqlsWordsAndPosition(String text, String message, int position) {
    SqlError error = assertThrows(SqlError.class, () -> SqlParser.parse(text.strip()));
    assertEquals("42601", error.sqlState());
    assertEquals(message, error.message());
    assertEquals(position, error.position());
  }

  @Test
  void aSyntaxErrorComesBeforeAMalformedTokenAfterIt() {
    SqlError error = assertThrows(SqlError.class, () -> SqlParser.parse("SELECT FROM FROM 'x"));
    assertEquals("syntax error at or near \"FROM\"", error.message());
  }

  @Test
  void operatorsBindAsTheManualSays() {
    BinaryOperation sum = (BinaryOperation) SqlParser.parseExpression("1 + 2 * 3 ^ 4");
    assertEquals("+", sum.operator().symbol());
    BooleanExpression or = (BooleanExpression) SqlParser.parseExpression("a OR b AND NOT c = d");
    assertEquals(BooleanExpression.Kind.OR, or.kind());
    assertEquals(2, or.arguments().size());
    assertInstanceOf(TypeCast.class, SqlParser.parseExpression("'1'::int[]::text"));
  }

  @Test
  void signsAreFoldedIntoNumbers() {
    assertEquals(new IntegerConstant(0, -5), SqlParser.parseExpression("-5"));
    assertEquals(new NumericConstant(0, "-2147483648"), SqlParser.parseExpression("- 2147483648"));
    assertEquals(new IntegerConstant(0, 31), SqlParser.parseExpression("0x1_F"));
  }

  @Test
  void sqlTypeNamesBecomeTheCatalogs() {
    assertEquals(List.of("pg_catalog", "varchar"), SqlParser.parseTypeName("varchar(3)").names());
    assertEquals(
        List.of("pg_catalog", "timestamptz"),
        SqlParser.parseTypeName("timestamp(3) with time zone").names());
    assertEquals(List.of(-1, 4), SqlParser.parseTypeName("numeric(10, 2)[][4]").arrayBounds());
  }

  @Test
  void deepNestingIsRefusedAndLongListsAreNot() {
    int deep = 200_000;
    String parentheses = "SELECT " + "(".repeat(deep) + "1" + ")".repeat(deep);
    SqlError error = assertThrows(SqlError.class, () -> SqlParser.parse(parentheses));
    assertEquals("54001", error.sqlState());
    String chainOfSums = "SELECT 1" + "+1".repeat(deep);
    assertEquals(
        "54001", assertThrows(SqlError.class, () -> SqlParser.parse(chainOfSums)).sqlState());
    String list = "SELECT a IN (1" + ", 1".repeat(100_000) + ")";
    assertEquals(1, SqlParser.parse(list).size());
    String chain = "SELECT true" + " AND true".repeat(100_000);
    assertEquals(1, SqlParser.parse(chain).size());
    assertEquals(1, SqlParser.parse("SELECT " + "(".repeat(1000) + "1" + ")".repeat(1000)).size());
  }

  @Test
  void keywordsAreListedAsPgGetKeywordsDoes() {
    assertEquals(494, Keywords.all().size());
    Keywords.Keyword select = Keywords.find("select");
    assertTrue(select != null && select.category().code() == 'R' && select.bareLabel());
  }
}
