package dev.postern.backend.inspect;

import dev.postern.backend.catalog.CatalogReader;
import dev.postern.backend.exec.ExecutionContext;
import dev.postern.backend.function.FunctionContext;
import dev.postern.backend.function.FunctionTopic;
import dev.postern.backend.type.Datum;
import org.jspecify.annotations.Nullable;

/** The topics of this package. */
public final class InspectTopics {
  private InspectTopics() {}

  public static FunctionTopic[] all() {
    return new FunctionTopic[] {
      new NameFunctions(),
      new DescriptionFunctions(),
      new DefinitionFunctions(),
      new RoutineFunctions(),
      new PrivilegeFunctions(),
      new SizeFunctions(),
      new ListingFunctions(),
      new ExpansionFunctions()
    };
  }

  static CatalogReader catalog(FunctionContext context) {
    return (CatalogReader) ((ExecutionContext) context).catalog();
  }

  static int oid(Datum value) {
    return (int) value.bits;
  }

  static void setText(Datum result, @Nullable String text) {
    if (text == null) {
      result.setNull();
    } else {
      result.setText(text);
    }
  }
}
