package dev.flotilla.bench.harness.agent;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.HexFormat;
import java.util.List;
import java.util.UUID;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * Makes and checks the proofs that messages are from someone who knows the secret: HMAC-SHA256 (RFC
 * 2104) over direction, operation, manager, nonce, sequence number and content, each with its
 * length before it. The secret itself never travels.
 *
 * <p>A seal does not hide the content. Immutable; any thread; does not block.
 */
final class Seals {
  private static final String ALGORITHM = "HmacSHA256";
  private static final int NONCE_BYTES = 32;

  /** Who sends a message; an answer can never be used as a request. */
  enum Direction {
    REQUEST,
    ANSWER
  }

  private final SecretKeySpec key;

  Seals(SharedSecret secret) {
    key = new SecretKeySpec(secret.bytes(), ALGORITHM);
  }

  /** A value that was never used before. */
  static String newNonce() {
    byte[] bytes = new byte[NONCE_BYTES];
    new SecureRandom().nextBytes(bytes);
    return HexFormat.of().formatHex(bytes);
  }

  /** A message with its seal. */
  SealedMessage seal(
      Direction direction,
      String operation,
      UUID manager,
      String nonce,
      long sequence,
      String content) {
    SealedMessage open = new SealedMessage(manager, nonce, sequence, content, "");
    String seal = HexFormat.of().formatHex(code(direction, operation, open));
    return new SealedMessage(manager, nonce, sequence, content, seal);
  }

  /** Whether the seal is right; takes the same time wherever the two differ. */
  boolean isGenuine(Direction direction, String operation, SealedMessage message) {
    byte[] right =
        HexFormat.of()
            .formatHex(code(direction, operation, message))
            .getBytes(StandardCharsets.US_ASCII);
    return MessageDigest.isEqual(right, message.seal().getBytes(StandardCharsets.UTF_8));
  }

  private byte[] code(Direction direction, String operation, SealedMessage message) {
    try {
      Mac mac = Mac.getInstance(ALGORITHM);
      mac.init(key);
      for (String part :
          List.of(
              direction.name(),
              operation,
              message.manager().toString(),
              message.nonce(),
              Long.toString(message.sequence()),
              message.content())) {
        byte[] bytes = part.getBytes(StandardCharsets.UTF_8);
        mac.update(ByteBuffer.allocate(Integer.BYTES).putInt(bytes.length).flip());
        mac.update(bytes);
      }
      return mac.doFinal();
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("every Java platform has " + ALGORITHM, e);
    }
  }
}
