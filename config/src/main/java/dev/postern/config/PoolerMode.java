package dev.postern.config;

/** How long a client keeps an upstream connection. */
public enum PoolerMode {
  TRANSACTION,
  SESSION,
  STATEMENT
}
