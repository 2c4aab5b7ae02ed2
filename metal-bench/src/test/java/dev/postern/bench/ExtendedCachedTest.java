package dev.postern.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class ExtendedCachedTest {
  @ParameterizedTest
  @EnumSource(Shape.class)
  void decodingFindingAndRoutingAllocatesNothing(Shape shape) throws Exception {
    Measurement measurement = Main.measure(shape, 2);
    assertTrue(measurement.isExact(), measurement.toString());
    assertEquals(0, measurement.allocations().get(0), measurement.toString());
    assertEquals(0, measurement.bytes().get(0), measurement.toString());
  }
}
