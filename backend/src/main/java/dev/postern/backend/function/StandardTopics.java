package dev.postern.backend.function;

import java.util.List;

/** The topics of this package, the most called first. */
final class StandardTopics {
  private StandardTopics() {}

  static List<FunctionTopic> all() {
    return List.of(
        new IntegerFunctions(),
        new ComparisonFunctions(),
        new TextFunctions(),
        new FloatFunctions(),
        new NumericFunctions(),
        new BooleanFunctions(),
        new PatternFunctions(),
        new TextEditing(),
        new TextJoining(),
        new RegexFunctions(),
        new MathFunctions(),
        new NumericPowers(),
        new Encodings(),
        new SystemFunctions(),
        new BasicAggregates(),
        new StatisticalAggregates(),
        new WindowFunctions(),
        new SeriesFunctions(),
        new HashFunctions(),
        new ArrayFunctions(),
        new TextSplitting(),
        new DateTimeFunctions(),
        new DateTimeExtraction(),
        new DateTimeTruncation(),
        new ZoneFunctions(),
        new DateTimeMaking(),
        new JsonFunctions(),
        new JsonbFunctions(),
        new JsonbEditing(),
        new JsonBuilding(),
        new DateFormatting(),
        new DateParsing(),
        new InRangeFunctions(),
        new NumberFormatting(),
        new NumberReading());
  }
}
