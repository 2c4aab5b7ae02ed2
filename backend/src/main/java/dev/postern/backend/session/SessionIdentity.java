package dev.postern.backend.session;

import org.jspecify.annotations.Nullable;

/**
 * Who a session is and where it is connected. The roles change with SET ROLE and SET SESSION
 * AUTHORIZATION, on the session's thread; others may read them at any time.
 */
final class SessionIdentity {
  private final EmbeddedEngine engine;
  private final EmbeddedDatabase database;
  private final int processId;
  private final int secretKey;
  private final int backendNumber;
  private final int authenticatedRole;
  private final String authenticatedUser;
  private @Nullable Notices notices;
  private volatile int sessionRole;
  private volatile boolean superuser = true;
  private volatile String sessionUser;
  private volatile int currentRole;
  private volatile String currentUser;

  SessionIdentity(
      EmbeddedEngine engine,
      EmbeddedDatabase database,
      int processId,
      int secretKey,
      int backendNumber,
      int role,
      String user) {
    this.engine = engine;
    this.database = database;
    this.processId = processId;
    this.secretKey = secretKey;
    this.backendNumber = backendNumber;
    authenticatedRole = role;
    authenticatedUser = user;
    sessionRole = role;
    sessionUser = user;
    currentRole = role;
    currentUser = user;
  }

  /** Set right after construction: what the session's client is told. */
  void notices(Notices told) {
    notices = told;
  }

  Notices notices() {
    Notices told = notices;
    if (told == null) {
      throw new IllegalStateException("the session is not complete yet");
    }
    return told;
  }

  EmbeddedEngine engine() {
    return engine;
  }

  EmbeddedDatabase database() {
    return database;
  }

  int processId() {
    return processId;
  }

  int secretKey() {
    return secretKey;
  }

  int backendNumber() {
    return backendNumber;
  }

  int authenticatedRole() {
    return authenticatedRole;
  }

  String authenticatedUser() {
    return authenticatedUser;
  }

  int sessionRole() {
    return sessionRole;
  }

  String sessionUser() {
    return sessionUser;
  }

  int currentRole() {
    return currentRole;
  }

  String currentUser() {
    return currentUser;
  }

  /** Whether the current role is a superuser. */
  boolean isSuperuser() {
    return superuser;
  }

  void superuser(boolean is) {
    superuser = is;
  }

  void sessionRole(int role, String name) {
    sessionRole = role;
    sessionUser = name;
  }

  void currentRole(int role, String name) {
    currentRole = role;
    currentUser = name;
  }
}
