package dev.postern.proxy.auth;

import dev.postern.backend.error.SqlError;
import dev.postern.backend.error.SqlState;
import dev.postern.config.Login.AuthType;
import dev.postern.config.Settings;
import dev.postern.config.User;
import java.util.ArrayList;
import java.util.List;

/** Begins logins by the users and the method of the settings. Thread-safe. */
public final class Authenticator {
  private final AuthType method;
  private final List<User> users;
  private final ScramVerifiers verifiers = new ScramVerifiers();

  public Authenticator(Settings settings) {
    method = settings.authType();
    users = settings.users();
  }

  /**
   * Begins the login of one client. Whether there is such a user shows at its end only, except with
   * trust, where there is nothing else to tell.
   *
   * @throws SqlError 28000 with trust, for a user who is not configured although others are
   */
  public Authentication login(String user) {
    List<String> passwords = passwordsOf(user);
    return switch (method) {
      case TRUST -> trust(user);
      case PLAIN -> new PlainAuthentication(user, passwords);
      case MD5 ->
          passwords.stream().anyMatch(ScramVerifier::isVerifier)
              // An MD5 answer cannot be checked against a SCRAM verifier; PostgreSQL does the same.
              ? scram(user, passwords)
              : new Md5Authentication(user, passwords);
      case SCRAM -> scram(user, passwords);
    };
  }

  private Authentication scram(String user, List<String> passwords) {
    return new ScramAuthentication(user, passwords, verifiers);
  }

  private Authentication trust(String user) {
    if (!users.isEmpty() && users.stream().noneMatch(one -> one.name().equals(user))) {
      throw new SqlError(
          SqlState.INVALID_AUTHORIZATION_SPECIFICATION, "role \"" + user + "\" does not exist");
    }
    return new TrustAuthentication();
  }

  /**
   * Checks that an authenticated user may connect to a database.
   *
   * @throws SqlError 42501 where not
   */
  public void requireAccess(String user, String database) {
    boolean allowed =
        users.isEmpty()
            || users.stream().anyMatch(one -> one.name().equals(user) && one.mayUse(database));
    if (!allowed) {
      throw new SqlError(
              SqlState.INSUFFICIENT_PRIVILEGE,
              "permission denied for database \"" + database + "\"")
          .detail("User does not have CONNECT privilege.");
    }
  }

  private List<String> passwordsOf(String user) {
    List<String> passwords = new ArrayList<>();
    for (User one : users) {
      if (one.name().equals(user)) {
        String password = one.password();
        if (password != null) {
          passwords.add(password);
        }
        passwords.addAll(one.passwords());
      }
    }
    return passwords;
  }

  /** The refusal of a login, whatever was wrong with it. */
  static SqlError refused(String user) {
    return new SqlError(
        SqlState.INVALID_PASSWORD, "password authentication failed for user \"" + user + "\"");
  }
}
