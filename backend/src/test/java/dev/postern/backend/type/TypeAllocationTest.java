package dev.postern.backend.type;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

/** The hot path's promise: these forms are read and written without allocating. */
class TypeAllocationTest {
  private final com.sun.management.ThreadMXBean threads =
      (com.sun.management.ThreadMXBean) ManagementFactory.getThreadMXBean();
  private final DisplayStyle style = new DisplayStyle();
  private final Datum value = new Datum();
  private final ByteArrayWriter writer = new ByteArrayWriter(256);

  private long allocated(Runnable work) {
    long least = Long.MAX_VALUE;
    for (int i = 0; i < 20; i++) {
      long before = threads.getCurrentThreadAllocatedBytes();
      work.run();
      least = Math.min(least, threads.getCurrentThreadAllocatedBytes() - before);
    }
    return least;
  }

  private void readAndWrite(SqlType type, byte[] text) {
    type.input(text, 0, text.length, -1, style, value);
    write(type);
  }

  private void write(SqlType type) {
    writer.clear();
    type.output(value, style, writer);
    type.send(value, writer);
    type.writeKey(value, writer);
    type.hash(value);
    type.compare(value, value);
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  @Test
  void integersBooleansTextsAndDatesAllocateNothing() {
    byte[] number = bytes("-12345");
    byte[] truth = bytes("true");
    byte[] text = bytes("some text of moderate length");
    byte[] date = bytes("2020-02-29");
    assertEquals(0, allocated(() -> readAndWrite(BuiltinTypes.INT2, number)));
    assertEquals(0, allocated(() -> readAndWrite(BuiltinTypes.INT4, number)));
    assertEquals(0, allocated(() -> readAndWrite(BuiltinTypes.INT8, number)));
    assertEquals(0, allocated(() -> readAndWrite(BuiltinTypes.BOOL, truth)));
    assertEquals(0, allocated(() -> readAndWrite(BuiltinTypes.TEXT, text)));
    assertEquals(0, allocated(() -> readAndWrite(BuiltinTypes.DATE, date)));
  }

  @Test
  void timestampsAreWrittenWithoutAllocating() {
    byte[] moment = bytes("2020-02-29 12:34:56.789");
    var zone = TimeZones.find("Europe/Berlin");
    style.timeZone = zone != null ? zone : style.timeZone;
    BuiltinTypes.TIMESTAMPTZ.input(moment, 0, moment.length, -1, style, value);
    assertEquals(0, allocated(() -> write(BuiltinTypes.TIMESTAMPTZ)));
    assertEquals(0, allocated(() -> write(BuiltinTypes.TIMESTAMP)));
  }

  @Test
  void numericsAndUuidsAreWrittenAndComparedWithoutAllocating() {
    byte[] number = bytes("-12345678.90");
    BuiltinTypes.NUMERIC.input(number, 0, number.length, -1, style, value);
    assertEquals(0, allocated(() -> write(BuiltinTypes.NUMERIC)));
    byte[] uuid = bytes("a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11");
    BuiltinTypes.UUID.input(uuid, 0, uuid.length, -1, style, value);
    assertEquals(0, allocated(() -> write(BuiltinTypes.UUID)));
  }

  @Test
  void elementsAreReadWithoutAllocating() {
    byte[] array = bytes("{1,2,NULL,4}");
    BuiltinTypes.INT4_ARRAY.input(array, 0, array.length, -1, style, value);
    ArrayReader reader = new ArrayReader(BuiltinTypes.INT4);
    Datum item = new Datum();
    long bytes =
        allocated(
            () -> {
              reader.open(value);
              while (reader.next(item)) {
                BuiltinTypes.INT4.hash(item);
              }
            });
    assertEquals(0, bytes);
  }
}
