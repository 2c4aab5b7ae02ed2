package dev.postern.backend.sql;

/** The kinds of object that statements name; {@link #words} is how SQL writes them. */
public enum ObjectType {
  ACCESS_METHOD,
  AGGREGATE,
  ATTRIBUTE,
  CAST,
  COLLATION,
  COLUMN,
  CONVERSION,
  DATABASE,
  DOMAIN,
  DOMAIN_CONSTRAINT,
  EVENT_TRIGGER,
  EXTENSION,
  FOREIGN_DATA_WRAPPER,
  FOREIGN_TABLE,
  FUNCTION,
  INDEX,
  LANGUAGE,
  LARGE_OBJECT,
  MATERIALIZED_VIEW,
  OPERATOR,
  OPERATOR_CLASS,
  OPERATOR_FAMILY,
  PARAMETER,
  POLICY,
  PROCEDURE,
  PUBLICATION,
  ROLE,
  ROUTINE,
  RULE,
  SCHEMA,
  SEQUENCE,
  SERVER,
  STATISTICS,
  SUBSCRIPTION,
  TABLE,
  TABLE_CONSTRAINT,
  TABLESPACE,
  TEXT_SEARCH_CONFIGURATION,
  TEXT_SEARCH_DICTIONARY,
  TEXT_SEARCH_PARSER,
  TEXT_SEARCH_TEMPLATE,
  TRANSFORM,
  TRIGGER,
  TYPE,
  VIEW;

  /** The key words in upper case, as in {@code MATERIALIZED VIEW}. */
  public String words() {
    return switch (this) {
      case DOMAIN_CONSTRAINT, TABLE_CONSTRAINT -> "CONSTRAINT";
      default -> name().replace('_', ' ');
    };
  }
}
