package dev.flotilla.bdb.database;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.UUID;

/**
 * The stored form of a uid: 17 bytes when it is a UUID in its usual form, with or without {@code
 * urn:uuid:}, else its UTF-8. The first byte tells which, so that no two uids share a form.
 *
 * <p>Internal: public only for the other packages of statemachine-bdb.
 */
public final class PackedUid {
  private static final String URN = "urn:uuid:";
  private static final int UUID_CHARS = 36;
  private static final byte TEXT = 0;
  private static final byte BARE_UUID = 1;
  private static final byte URN_UUID = 2;

  private PackedUid() {}

  public static byte[] pack(String uid) {
    boolean urn = uid.length() == URN.length() + UUID_CHARS && uid.startsWith(URN);
    String bare = urn ? uid.substring(URN.length()) : uid;
    if (hasShapeOfUuid(bare)) {
      UUID uuid = UUID.fromString(bare);
      return ByteBuffer.allocate(1 + 2 * Long.BYTES)
          .put(urn ? URN_UUID : BARE_UUID)
          .putLong(uuid.getMostSignificantBits())
          .putLong(uuid.getLeastSignificantBits())
          .array();
    }
    byte[] text = uid.getBytes(StandardCharsets.UTF_8);
    return ByteBuffer.allocate(1 + text.length).put(TEXT).put(text).array();
  }

  /** Reads all that remains of the buffer. */
  public static String unpack(ByteBuffer packed) {
    byte form = packed.get();
    if (form == TEXT) {
      byte[] text = new byte[packed.remaining()];
      packed.get(text);
      return new String(text, StandardCharsets.UTF_8);
    }
    UUID uuid = new UUID(packed.getLong(), packed.getLong());
    return form == URN_UUID ? URN + uuid : uuid.toString();
  }

  /** Lower case only: an upper-case UUID is another uid and must come back as it was. */
  private static boolean hasShapeOfUuid(String text) {
    if (text.length() != UUID_CHARS) {
      return false;
    }
    for (int i = 0; i < UUID_CHARS; i++) {
      char c = text.charAt(i);
      boolean dash = i == 8 || i == 13 || i == 18 || i == 23;
      if (dash ? c != '-' : !((c >= '0' && c <= '9') || (c >= 'a' && c <= 'f'))) {
        return false;
      }
    }
    return true;
  }
}
