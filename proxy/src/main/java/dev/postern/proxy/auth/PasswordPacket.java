package dev.postern.proxy.auth;

import dev.postern.backend.error.SqlError;
import dev.postern.backend.error.SqlState;
import io.netty.buffer.ByteBuf;
import java.nio.charset.StandardCharsets;

/** The body of a PasswordMessage: one string and nothing after it. */
final class PasswordPacket {
  private PasswordPacket() {}

  /**
   * @throws SqlError 08P01 for a body of another shape, 28P01 for an empty password
   */
  static String read(ByteBuf buffer, int offset, int length) {
    int end = buffer.bytesBefore(offset, length, (byte) 0);
    if (end != length - 1) {
      throw new SqlError(SqlState.PROTOCOL_VIOLATION, "invalid password packet size");
    }
    if (end == 0) {
      throw new SqlError(SqlState.INVALID_PASSWORD, "empty password returned by client");
    }
    return buffer.toString(offset, end, StandardCharsets.UTF_8);
  }
}
