package dev.postern.backend.function;

import dev.postern.backend.error.SqlError;
import dev.postern.backend.error.SqlState;
import dev.postern.backend.type.ByteArrayWriter;
import dev.postern.backend.type.Datum;
import dev.postern.backend.type.JsonTree;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Functions and aggregates that make json and jsonb of other values. A jsonb is made by reading the
 * json text, whose spacing it does not keep.
 */
final class JsonBuilding implements FunctionTopic {
  @Override
  public @Nullable ScalarFunction scalar(String key, CallSite site) {
    return switch (key) {
      case "to_json", "to_jsonb" -> {
        JsonEncoder encoder = JsonEncoder.of(site, 0);
        yield (c, a, r) -> {
          ByteArrayWriter writer = new ByteArrayWriter();
          encoder.write(a[0], c.style(), false, writer);
          give(writer, key.equals("to_jsonb"), r);
        };
      }
      case "array_to_json", "array_to_json_pretty", "row_to_json", "row_to_json_pretty" -> {
        JsonEncoder encoder = JsonEncoder.of(site, 0);
        boolean choice = site.arguments() > 1;
        yield (c, a, r) -> {
          ByteArrayWriter writer = new ByteArrayWriter();
          encoder.write(a[0], c.style(), choice && a[1].booleanValue(), writer);
          give(writer, false, r);
        };
      }
      case "json_build_array", "json_build_array_noargs" -> array(site, false);
      case "jsonb_build_array", "jsonb_build_array_noargs" -> array(site, true);
      case "json_build_object", "json_build_object_noargs" -> object(site, false);
      case "jsonb_build_object", "jsonb_build_object_noargs" -> object(site, true);
      case "json_object" -> pairs(site, false);
      case "jsonb_object" -> pairs(site, true);
      case "json_object_two_arg" -> keysAndValues(site, false);
      case "jsonb_object_two_arg" -> keysAndValues(site, true);
      default -> null;
    };
  }

  private static void give(ByteArrayWriter writer, boolean binary, Datum result) {
    if (binary) {
      JsonTree.store(JsonTree.parse(writer.array(), 0, writer.size()), result);
    } else {
      result.setBytes(writer.array(), 0, writer.size());
    }
  }

  /** Gives the arguments and how each is written; those of a VARIADIC array are its elements. */
  private interface Arguments {
    Datum[] of(Datum[] arguments);
  }

  private record Inputs(Arguments values, JsonEncoder[] encoders, boolean repeated) {
    static Inputs of(CallSite site) {
      if (site.variadicArray()) {
        ArrayElements elements = new ArrayElements(site, 0);
        JsonEncoder encoder =
            JsonEncoder.of(
                site.types(),
                site.types().arrayElement(site.types().baseType(site.argumentType(0))));
        return new Inputs(
            arguments -> elements.read(arguments[0]).elements(), new JsonEncoder[] {encoder}, true);
      }
      JsonEncoder[] encoders = new JsonEncoder[site.arguments()];
      for (int i = 0; i < encoders.length; i++) {
        encoders[i] = JsonEncoder.of(site, i);
      }
      return new Inputs(arguments -> arguments, encoders, false);
    }

    JsonEncoder encoder(int index) {
      return encoders[repeated ? 0 : index];
    }

    int count(Datum[] values) {
      return repeated ? values.length : encoders.length;
    }
  }

  private static ScalarFunction array(CallSite site, boolean binary) {
    Inputs inputs = Inputs.of(site);
    return (c, a, r) -> {
      if (inputs.repeated && a[0].isNull) {
        r.setNull();
        return;
      }
      Datum[] values = inputs.values.of(a);
      ByteArrayWriter writer = new ByteArrayWriter();
      writer.writeByte('[');
      for (int i = 0; i < inputs.count(values); i++) {
        if (i > 0) {
          writer.writeAscii(", ");
        }
        inputs.encoder(i).write(values[i], c.style(), false, writer);
      }
      writer.writeByte(']');
      give(writer, binary, r);
    };
  }

  private static ScalarFunction object(CallSite site, boolean binary) {
    Inputs inputs = Inputs.of(site);
    String name = binary ? "jsonb_build_object()" : "json_build_object()";
    return (c, a, r) -> {
      if (inputs.repeated && a[0].isNull) {
        r.setNull();
        return;
      }
      Datum[] values = inputs.values.of(a);
      int count = inputs.count(values);
      if ((count & 1) != 0) {
        throw new SqlError(
                SqlState.INVALID_PARAMETER_VALUE, "argument list must have even number of elements")
            .hint("The arguments of " + name + " must consist of alternating keys and values.");
      }
      ByteArrayWriter writer = new ByteArrayWriter();
      writer.writeByte('{');
      for (int i = 0; i < count; i += 2) {
        if (values[i].isNull) {
          throw binary
              ? new SqlError(
                  SqlState.INVALID_PARAMETER_VALUE,
                  "argument " + (i + 1) + ": key must not be null")
              : noNullKey();
        }
        if (i > 0) {
          writer.writeAscii(", ");
        }
        inputs.encoder(i).writeKey(values[i], c.style(), writer);
        writer.writeAscii(" : ");
        inputs.encoder(i + 1).write(values[i + 1], c.style(), false, writer);
      }
      writer.writeByte('}');
      give(writer, binary, r);
    };
  }

  private static SqlError noNullKey() {
    return new SqlError(SqlState.NULL_VALUE_NOT_ALLOWED, "null value not allowed for object key");
  }

  /** json_object() of one array: keys and values by turns, or a row of two each. */
  private static ScalarFunction pairs(CallSite site, boolean binary) {
    ArrayElements elements = new ArrayElements(site, 0);
    return (c, a, r) -> {
      ArrayValue array = elements.read(a[0]);
      switch (array.dimensions()) {
        case 0 -> {}
        case 1 -> {
          if ((array.elements().length & 1) != 0) {
            throw subscripts("array must have even number of elements");
          }
        }
        case 2 -> {
          if (array.lengths()[1] != 2) {
            throw subscripts("array must have two columns");
          }
        }
        default -> throw subscripts("wrong number of array subscripts");
      }
      List<Datum> keys = new ArrayList<>();
      List<Datum> values = new ArrayList<>();
      for (int i = 0; i < array.elements().length; i += 2) {
        keys.add(array.elements()[i]);
        values.add(array.elements()[i + 1]);
      }
      give(texts(keys, values), binary, r);
    };
  }

  private static SqlError subscripts(String message) {
    return new SqlError(SqlState.ARRAY_SUBSCRIPT_ERROR, message);
  }

  private static ScalarFunction keysAndValues(CallSite site, boolean binary) {
    ArrayElements elements = new ArrayElements(site, 0);
    return (c, a, r) -> {
      ArrayValue keys = elements.read(a[0]);
      ArrayValue values = elements.read(a[1]);
      if (keys.dimensions() > 1 || keys.dimensions() != values.dimensions()) {
        throw subscripts("wrong number of array subscripts");
      }
      if (keys.elements().length != values.elements().length) {
        throw subscripts("mismatched array dimensions");
      }
      give(texts(List.of(keys.elements()), List.of(values.elements())), binary, r);
    };
  }

  private static ByteArrayWriter texts(List<Datum> keys, List<Datum> values) {
    ByteArrayWriter writer = new ByteArrayWriter();
    writer.writeByte('{');
    for (int i = 0; i < keys.size(); i++) {
      if (keys.get(i).isNull) {
        throw noNullKey();
      }
      if (i > 0) {
        writer.writeAscii(", ");
      }
      JsonTree.writeString(keys.get(i).text(), writer);
      writer.writeAscii(" : ");
      if (values.get(i).isNull) {
        writer.writeAscii("null");
      } else {
        JsonTree.writeString(values.get(i).text(), writer);
      }
    }
    writer.writeByte('}');
    return writer;
  }

  @Override
  public @Nullable AggregateFunction aggregate(String key, CallSite site) {
    int open = key.indexOf('(');
    String name = key.substring(0, open);
    boolean binary = name.startsWith("jsonb_");
    return switch (name) {
      case "json_agg", "jsonb_agg", "json_agg_strict", "jsonb_agg_strict" -> {
        JsonEncoder encoder = JsonEncoder.of(site, 0);
        boolean strict = name.endsWith("_strict");
        yield c -> new Elements(encoder, strict, binary);
      }
      case "json_object_agg",
          "jsonb_object_agg",
          "json_object_agg_strict",
          "jsonb_object_agg_strict",
          "json_object_agg_unique",
          "jsonb_object_agg_unique",
          "json_object_agg_unique_strict",
          "jsonb_object_agg_unique_strict" -> {
        JsonEncoder keys = JsonEncoder.of(site, 0);
        JsonEncoder values = JsonEncoder.of(site, 1);
        boolean strict = name.endsWith("_strict");
        boolean unique = name.contains("_unique");
        yield c -> new Members(keys, values, strict, unique, binary);
      }
      default -> null;
    };
  }

  private static final class Elements implements AggregateFunction.State {
    private final JsonEncoder encoder;
    private final boolean strict;
    private final boolean binary;
    private final ByteArrayWriter writer = new ByteArrayWriter();
    private boolean started;
    private boolean any;

    Elements(JsonEncoder encoder, boolean strict, boolean binary) {
      this.encoder = encoder;
      this.strict = strict;
      this.binary = binary;
    }

    @Override
    public void accumulate(FunctionContext context, Datum[] arguments) {
      started = true;
      if (strict && arguments[0].isNull) {
        return;
      }
      if (any) {
        writer.writeAscii(encoder.isStructured() && !arguments[0].isNull ? ", \n " : ", ");
      }
      any = true;
      encoder.write(arguments[0], context.style(), false, writer);
    }

    @Override
    public void finish(FunctionContext context, Datum result) {
      if (!started) {
        result.setNull();
        return;
      }
      ByteArrayWriter whole = new ByteArrayWriter(writer.size() + 2);
      whole.writeByte('[');
      whole.writeBytes(writer.array(), 0, writer.size());
      whole.writeByte(']');
      give(whole, binary, result);
    }
  }

  private static final class Members implements AggregateFunction.State {
    private final JsonEncoder keys;
    private final JsonEncoder values;
    private final boolean strict;
    private final boolean binary;
    private final @Nullable Set<String> met;
    private final ByteArrayWriter writer = new ByteArrayWriter();
    private boolean started;

    Members(JsonEncoder keys, JsonEncoder values, boolean strict, boolean unique, boolean binary) {
      this.keys = keys;
      this.values = values;
      this.strict = strict;
      this.binary = binary;
      met = unique ? new HashSet<>() : null;
    }

    @Override
    public void accumulate(FunctionContext context, Datum[] arguments) {
      started = true;
      if (arguments[0].isNull) {
        throw binary
            ? new SqlError(SqlState.INVALID_PARAMETER_VALUE, "field name must not be null")
            : noNullKey();
      }
      if (strict && arguments[1].isNull) {
        return;
      }
      if (met != null) {
        String key = keys.key(arguments[0], context.style());
        if (!met.add(key)) {
          ByteArrayWriter quoted = new ByteArrayWriter();
          JsonTree.writeString(key, quoted);
          throw new SqlError(
              "22030",
              binary
                  ? "duplicate JSON object key value"
                  : "duplicate JSON object key value: " + quoted.text());
        }
      }
      if (writer.size() > 0) {
        writer.writeAscii(", ");
      }
      keys.writeKey(arguments[0], context.style(), writer);
      writer.writeAscii(" : ");
      values.write(arguments[1], context.style(), false, writer);
    }

    @Override
    public void finish(FunctionContext context, Datum result) {
      if (!started) {
        result.setNull();
        return;
      }
      ByteArrayWriter whole = new ByteArrayWriter(writer.size() + 4);
      whole.writeAscii("{ ");
      whole.writeBytes(writer.array(), 0, writer.size());
      whole.writeAscii(" }");
      give(whole, binary, result);
    }
  }
}
