package dev.postern.backend.type;

import dev.postern.backend.error.SqlError;
import dev.postern.backend.error.SqlState;

/** pg_node_tree: text that only the catalogs' own code makes ({@link Datum#setText}). */
final class NodeTreeType extends TextType {
  NodeTreeType() {
    super(TypeOids.PG_NODE_TREE, "pg_node_tree");
  }

  private static SqlError refusal() {
    return new SqlError(
        SqlState.FEATURE_NOT_SUPPORTED, "cannot accept a value of type pg_node_tree");
  }

  @Override
  public void input(
      byte[] text, int offset, int length, int typmod, DisplayStyle style, Datum result) {
    throw refusal();
  }

  @Override
  public void receive(byte[] data, int offset, int length, int typmod, Datum result) {
    throw refusal();
  }
}
