package dev.postern.proxy.wire;

/** The first word of a first message: a protocol version, or a request in its place. */
public final class ProtocolVersion {
  public static final int VERSION_3_0 = 3 << 16;
  public static final int VERSION_3_2 = 3 << 16 | 2;

  /** The newest spoken here; a client that asks for more is told (NegotiateProtocolVersion). */
  public static final int LATEST = VERSION_3_2;

  public static final int CANCEL_REQUEST = 1234 << 16 | 5678;
  public static final int SSL_REQUEST = 1234 << 16 | 5679;
  public static final int GSSENC_REQUEST = 1234 << 16 | 5680;

  private ProtocolVersion() {}

  public static int major(int version) {
    return version >>> 16;
  }

  public static int minor(int version) {
    return version & 0xffff;
  }
}
