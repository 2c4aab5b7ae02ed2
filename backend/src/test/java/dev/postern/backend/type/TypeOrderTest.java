package dev.postern.backend.type;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.postern.backend.error.SqlError;
import dev.postern.backend.reference.PlainConnection;
import dev.postern.backend.reference.ReferenceServer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Order, keys, hashes and binary forms of all valid inputs of {@link TypeInputs}. */
class TypeOrderTest {
  /** Types that PostgreSQL does not order by their values, or orders by a locale. */
  private static final Set<String> UNORDERED =
      Set.of("json", "xid", "cid", "int2vector", "_json", "_int2vector", "point", "box", "line");

  private record Sample(String text, Datum value, byte[] key, long hash) {}

  private final Map<SqlType, List<Sample>> samples = new LinkedHashMap<>();
  private final DisplayStyle style = new DisplayStyle();

  TypeOrderTest() {
    SqlType type = BuiltinTypes.TEXT;
    for (String line : TypeInputs.lines()) {
      if (TypeInputs.isType(line)) {
        type = TypeInputs.type(line);
      } else if (!TypeInputs.isSetting(line)) {
        add(type, TypeInputs.input(line));
      }
    }
  }

  private void add(SqlType type, String text) {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    Datum value = new Datum();
    try {
      type.input(bytes, 0, bytes.length, -1, style, value);
    } catch (SqlError e) {
      return;
    }
    ByteArrayWriter key = new ByteArrayWriter();
    type.writeKey(value, key);
    samples
        .computeIfAbsent(type, t -> new ArrayList<>())
        .add(new Sample(text, value, key.toByteArray(), type.hash(value)));
  }

  @Test
  void keysOrderAsCompareAndEqualValuesHashAlike() {
    samples.forEach(
        (type, list) -> {
          for (Sample left : list) {
            for (Sample right : list) {
              String pair = type + ": '" + left.text + "', '" + right.text + "'";
              int order = Integer.signum(type.compare(left.value, right.value));
              int keyOrder = Integer.signum(Arrays.compareUnsigned(left.key, right.key));
              assertEquals(order, keyOrder, pair);
              assertEquals(order == 0, type.equal(left.value, right.value), pair);
              if (order == 0) {
                assertEquals(left.hash, right.hash, pair);
              } else {
                int common = Math.min(left.key.length, right.key.length);
                int difference = Arrays.mismatch(left.key, 0, common, right.key, 0, common);
                assertTrue(difference >= 0, pair + " one key begins the other");
              }
            }
          }
        });
  }

  @Test
  void binaryAndTextFormsReadBackAsTheSameValue() {
    samples.forEach(
        (type, list) -> {
          for (Sample sample : list) {
            if (type instanceof VectorType && sample.text.isEmpty()) {
              // PostgreSQL does not take back the empty vector that it sends.
              continue;
            }
            ByteArrayWriter binary = new ByteArrayWriter();
            type.send(sample.value, binary);
            Datum received = new Datum();
            type.receive(binary.toByteArray(), 0, binary.size(), -1, received);
            ByteArrayWriter again = new ByteArrayWriter();
            type.send(received, again);
            assertTrue(
                Arrays.equals(binary.toByteArray(), again.toByteArray()), type + " " + sample.text);
            ByteArrayWriter text = new ByteArrayWriter();
            type.output(sample.value, style, text);
            Datum read = new Datum();
            type.input(text.toByteArray(), 0, text.size(), -1, style, read);
            assertEquals(0, type.compare(sample.value, read), type + " " + sample.text);
          }
        });
  }

  @Test
  void tuplesGiveBackWhatTheyWereMadeOf() {
    samples.forEach(
        (type, list) -> {
          TupleLayout layout = new TupleLayout(BuiltinTypes.TEXT, type, BuiltinTypes.INT4, type);
          Datum text = new Datum();
          text.setText("x");
          Datum number = new Datum();
          number.setLong(7);
          Datum read = new Datum();
          for (Sample sample : list) {
            byte[] tuple = layout.form(new Datum[] {text, sample.value, number, sample.value});
            layout.read(tuple, 1, read);
            assertEquals(0, type.compare(sample.value, read), type + " " + sample.text);
            layout.read(tuple, 3, read);
            assertEquals(0, type.compare(sample.value, read), type + " " + sample.text);
          }
        });
  }

  @Test
  void orderIsTheReferenceServers() {
    try (PlainConnection connection = ReferenceServer.shared().connectPlain("postgres")) {
      samples.forEach(
          (type, list) -> {
            if (UNORDERED.contains(type.name())) {
              return;
            }
            StringBuilder sql = new StringBuilder("SELECT i FROM (VALUES ");
            for (int i = 0; i < list.size(); i++) {
              String literal = list.get(i).text.replace("\\", "\\\\").replace("'", "\\'");
              sql.append(i > 0 ? "," : "")
                  .append("(" + i + ", E'" + literal + "'::pg_catalog.\"" + type.name() + "\")");
            }
            sql.append(") AS v (i, x) ORDER BY x, i");
            PlainConnection.Answer answer = connection.query(sql.toString());
            assertEquals(Map.of(), answer.error(), type.name());
            List<Sample> sorted = new ArrayList<>(list);
            sorted.sort(
                Comparator.comparing(
                    (Sample sample) -> sample.value, (l, r) -> type.compare(l, r)));
            List<String> ours = sorted.stream().map(Sample::text).toList();
            List<String> theirs =
                answer.rows().stream()
                    .map(row -> list.get(Integer.parseInt(String.valueOf(row[0]))).text)
                    .toList();
            assertEquals(theirs, ours, type.name());
          });
    }
  }
}
