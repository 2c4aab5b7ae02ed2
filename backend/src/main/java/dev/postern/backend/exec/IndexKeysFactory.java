package dev.postern.backend.exec;

import dev.postern.backend.analyze.AnalyzeContext;
import dev.postern.backend.analyze.StoredExpression;
import dev.postern.backend.analyze.TypedExpression.FunctionCall;
import dev.postern.backend.catalog.Catalog;
import dev.postern.backend.catalog.IndexDescriptor;
import dev.postern.backend.catalog.RelationDescriptor;
import dev.postern.backend.error.SqlError;
import dev.postern.backend.function.AggregateDescriptor;
import dev.postern.backend.function.CastDescriptor;
import dev.postern.backend.function.FunctionCode;
import dev.postern.backend.function.FunctionDescriptor;
import dev.postern.backend.function.FunctionSource;
import dev.postern.backend.function.Polymorphism;
import dev.postern.backend.function.TypeDescriptor;
import dev.postern.backend.function.TypeFacts;
import dev.postern.backend.type.DisplayStyle;
import dev.postern.backend.type.SqlType;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What compiling needs to look up of a catalog: index keys, aggregates, composite types. Good for
 * one catalog version; one thread.
 */
public final class IndexKeysFactory {
  private final Catalog catalog;
  private final DisplayStyle style = new DisplayStyle();
  private final FunctionSource functions;
  private final FunctionCode code;

  public IndexKeysFactory(Catalog catalog, FunctionSource functions, FunctionCode code) {
    this.catalog = catalog;
    this.functions = functions;
    this.code = code;
  }

  TypeFacts types() {
    return functions;
  }

  FunctionSource functions() {
    return functions;
  }

  AnalyzeContext context() {
    return new AnalyzeContext(catalog, style);
  }

  /** Whether a value of one type becomes one of another without being asked to. */
  boolean isImplicit(SqlType from, SqlType to) {
    CastDescriptor cast = functions.cast(from.oid(), to.oid());
    return cast != null && cast.context() == 'i';
  }

  /** The keys of an index of a table. */
  public IndexKeys keys(IndexDescriptor index, RelationDescriptor table) {
    Frame frame = new Frame(DetachedContext.INSTANCE, 1, 8, new CommonTables());
    ExpressionCompiler compiler = compiler(table);
    List<IndexDescriptor.Key> keys = index.keys();
    Evaluator[] columns = new Evaluator[keys.size()];
    for (int i = 0; i < columns.length; i++) {
      columns[i] = compiler.compile(StoredExpression.indexKey(context(), table, keys.get(i), 0));
    }
    String predicate = index.predicate();
    Evaluator condition =
        predicate == null
            ? null
            : compiler.compile(StoredExpression.indexPredicate(context(), table, predicate, 0));
    return new IndexKeys(index, columns, condition, frame, 0);
  }

  /** A compiler of expressions over a table's row in slot 0. */
  ExpressionCompiler compiler(RelationDescriptor table) {
    ExpressionCompiler compiler = compiler();
    compiler.slot(0, table);
    return compiler;
  }

  /** A compiler of expressions that read no rows. */
  ExpressionCompiler compiler() {
    return new ExpressionCompiler(
        code,
        functions,
        (subquery, unused) -> {
          throw SqlError.notSupported("a subquery in this expression");
        },
        this::domainCheck);
  }

  /** The constraints of a domain. */
  public DomainCheck domainCheck(int domain) {
    return new DomainCheck(domain, catalog, this);
  }

  boolean isStrictTransition(FunctionDescriptor function) {
    AggregateDescriptor aggregate = functions.aggregate(function.oid());
    return aggregate != null && aggregate.transitionStrict();
  }

  boolean isOrderedSet(FunctionDescriptor function) {
    AggregateDescriptor aggregate = functions.aggregate(function.oid());
    return aggregate != null && aggregate.kind() != 'n';
  }

  boolean isComposite(SqlType type) {
    TypeDescriptor descriptor = functions.type(type.oid());
    return type.oid() == RECORD || descriptor != null && descriptor.isComposite();
  }

  private static final int RECORD = 2249;

  /** What a declared type of an OUT argument is in a call. */
  private int actual(FunctionCall call, int declared) {
    int[] parameters = call.function().argumentTypes().clone();
    int[] given = new int[parameters.length];
    for (int i = 0; i < given.length; i++) {
      given[i] = call.arguments().get(i).type().oid();
    }
    return Polymorphism.isPolymorphic(declared)
        ? Polymorphism.resolve(functions, given, parameters, declared)
        : declared;
  }

  /** Types of the fields of a function's composite result, or null where it gives plain values. */
  SqlType @Nullable [] fields(FunctionCall call) {
    FunctionDescriptor function = call.function();
    SqlType result = call.type();
    char[] modes = function.argumentModes();
    int outputs = 0;
    for (char mode : modes) {
      outputs += mode == 'o' || mode == 'b' || mode == 't' ? 1 : 0;
    }
    if (outputs > 1) {
      SqlType[] types = new SqlType[outputs];
      int next = 0;
      for (int i = 0; i < modes.length; i++) {
        if (modes[i] == 'o' || modes[i] == 'b' || modes[i] == 't') {
          types[next++] = functions.valueType(actual(call, function.allArgumentTypes()[i]));
        }
      }
      return types;
    }
    if (!isComposite(result)) {
      return null;
    }
    RelationDescriptor composite = catalog.compositeType(result.oid());
    if (composite == null) {
      throw SqlError.notSupported("a set of records in this place");
    }
    return composite.attributes().stream()
        .filter(attribute -> !attribute.dropped())
        .map(RelationDescriptor.Attribute::type)
        .toArray(SqlType[]::new);
  }
}
