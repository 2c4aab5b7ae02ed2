package dev.postern.backend.type;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.postern.backend.reference.PlainConnection;
import dev.postern.backend.reference.ReferenceServer;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class FloatTextTest {
  private static final int COUNT = 20_000;

  private final long seed = Long.getLong("postern.seed", System.nanoTime());
  private final SplittableRandom random = new SplittableRandom(seed);

  @Test
  void doublesArePrintedAsByTheReferenceServer() {
    double[] values = new double[COUNT];
    StringBuilder sql = new StringBuilder("SELECT v FROM unnest('{");
    for (int i = 0; i < COUNT; i++) {
      double value =
          switch (i % 4) {
            case 0 -> Double.longBitsToDouble(random.nextLong());
            // Powers of two and their like, where the shortest form may lie midway.
            case 1 -> Math.scalb(random.nextInt(1, 1 << 10), random.nextInt(-1074, 1000));
            case 2 -> random.nextInt(-1_000_000, 1_000_000) / 1000.0;
            default -> Math.scalb((double) random.nextLong(), random.nextInt(-40, 40));
          };
      values[i] = Double.isFinite(value) ? value : i;
      sql.append(i > 0 ? "," : "").append(Double.toString(values[i]));
    }
    sql.append("}'::float8[]) v");
    try (PlainConnection connection = ReferenceServer.shared().connectPlain("postgres")) {
      var rows = connection.query(sql.toString()).rows();
      for (int i = 0; i < COUNT; i++) {
        ByteArrayWriter writer = new ByteArrayWriter();
        FloatText.write(values[i], 1, writer);
        assertEquals(rows.get(i)[0], writer.text(), "seed " + seed);
      }
    }
  }

  @Test
  void floatsArePrintedAsByTheReferenceServer() {
    float[] values = new float[COUNT];
    StringBuilder sql = new StringBuilder("SELECT v FROM unnest('{");
    for (int i = 0; i < COUNT; i++) {
      float value =
          switch (i % 3) {
            case 0 -> Float.intBitsToFloat(random.nextInt());
            case 1 -> Math.scalb((float) random.nextInt(1, 1 << 10), random.nextInt(-149, 118));
            default -> random.nextInt(-1_000_000, 1_000_000) / 100f;
          };
      values[i] = Float.isFinite(value) ? value : i;
      sql.append(i > 0 ? "," : "").append(Float.toString(values[i]));
    }
    sql.append("}'::float4[]) v");
    try (PlainConnection connection = ReferenceServer.shared().connectPlain("postgres")) {
      var rows = connection.query(sql.toString()).rows();
      for (int i = 0; i < COUNT; i++) {
        ByteArrayWriter writer = new ByteArrayWriter();
        FloatText.write(values[i], 1, writer);
        assertEquals(rows.get(i)[0], writer.text(), "seed " + seed);
      }
    }
  }
}
