package dev.flotilla.gateway.log;

import dev.flotilla.gateway.http.BadRequest;
import dev.flotilla.gateway.http.WholeRequest;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;

/**
 * The {@code Idempotency-Key} of a request.
 *
 * @param name a digest of the key
 * @param fingerprint a digest of the request and of who sends it: another request, or another
 *     client, must not get the answer of this one
 */
public record RequestKey(String name, String fingerprint) {
  /** The name of the field. */
  public static final String FIELD = "Idempotency-Key";

  private static final int MAX_CHARS = 256;
  private static final int NAME_BYTES = 16;
  private static final List<String> CREDENTIALS = List.of("Authorization", "Cookie");

  /**
   * The key of a request, if it has one.
   *
   * @throws BadRequest if it is empty, too long, or there are two
   */
  public static Optional<RequestKey> of(WholeRequest request) throws BadRequest {
    List<String> keys = request.fields().values(FIELD);
    if (keys.isEmpty()) {
      return Optional.empty();
    }
    String key = keys.get(0);
    if (keys.size() > 1 || key.isEmpty() || key.length() > MAX_CHARS) {
      throw new BadRequest(
          400, "an Idempotency-Key that is not given once with 1 to " + MAX_CHARS + " characters");
    }
    MessageDigest digest = sha256();
    add(digest, request.method());
    add(digest, request.target());
    for (String name : CREDENTIALS) {
      request.fields().values(name).forEach(value -> add(digest, name + value));
    }
    digest.update(request.body());
    return Optional.of(new RequestKey(digestOf(key), hex(digest)));
  }

  private static String digestOf(String key) {
    MessageDigest digest = sha256();
    add(digest, key);
    return hex(digest);
  }

  private static void add(MessageDigest digest, String text) {
    digest.update(text.getBytes(StandardCharsets.UTF_8));
    digest.update((byte) 0);
  }

  private static String hex(MessageDigest digest) {
    return HexFormat.of().formatHex(digest.digest(), 0, NAME_BYTES);
  }

  private static MessageDigest sha256() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java has SHA-256", e);
    }
  }
}
