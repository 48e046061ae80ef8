package dev.flotilla.bench;

import java.security.SecureRandom;
import java.util.Locale;
import java.util.SplittableRandom;
import java.util.UUID;

/**
 * Makes the commands of one client. By default command and parameters are 100 bytes together and
 * uids are random. A workload with sizes has short uids, of which a client uses {@value #KEYS} in
 * turn, so that it overwrites values and can read them back.
 *
 * <p><b>Thread.</b> One thread at a time.
 */
public final class Workload {
  /** Bytes of command and parameters together, in UTF-8. */
  public static final int PAYLOAD_BYTES = 100;

  /** How many different uids a client with sizes uses. */
  public static final int KEYS = 100;

  /** The shortest uid with a size: it names a client and a key. */
  public static final int MIN_KEY_BYTES = 8;

  private static final int MAX_CLIENTS = 10_000;
  private static final String COMMAND = "set";
  private static final String PARAMETERS = "x".repeat(PAYLOAD_BYTES - COMMAND.length());

  // A secure random costs more than some systems under test; uniqueness needs only its seed.
  private final SplittableRandom random = new SplittableRandom(new SecureRandom().nextLong());
  private final String parameters;
  private final String keyFormat;
  private final int client;
  private int written;
  private int read;

  /** Commands with uids that no other workload makes. */
  public Workload() {
    parameters = PARAMETERS;
    keyFormat = "";
    client = 0;
  }

  /**
   * Commands with uids and parameters of given sizes.
   *
   * @param client the client's number, from 0; others use other uids
   * @param keyBytes bytes of a uid, at least {@value #MIN_KEY_BYTES}
   * @param valueBytes bytes of the parameters
   */
  public Workload(int client, int keyBytes, int valueBytes) {
    if (client < 0 || client >= MAX_CLIENTS || keyBytes < MIN_KEY_BYTES || valueBytes < 1) {
      throw new IllegalArgumentException(
          "client %s, keys of %s bytes, values of %s bytes; use clients below %s, keys from %s bytes"
                  .formatted(client, keyBytes, valueBytes, MAX_CLIENTS, MIN_KEY_BYTES)
              + " on and values from 1 byte on");
    }
    parameters = "x".repeat(valueBytes);
    keyFormat = "c%04d-%0" + (keyBytes - "c0000-".length()) + "d";
    this.client = client;
  }

  /** The next command. */
  public WorkloadCommand next() {
    if (keyFormat.isEmpty()) {
      return new WorkloadCommand(randomUuid().toString(), COMMAND, parameters);
    }
    return new WorkloadCommand(key(written++), COMMAND, parameters);
  }

  /**
   * The uid of a command that was made before, in turn.
   *
   * @throws IllegalStateException if there is none, or uids are random
   */
  public String nextRead() {
    if (keyFormat.isEmpty() || written == 0) {
      throw new IllegalStateException(
          "this client has nothing to read; set sizes and write before you read");
    }
    return key(read++ % Math.min(written, KEYS));
  }

  private String key(int number) {
    return String.format(Locale.ROOT, keyFormat, client, number % KEYS);
  }

  private UUID randomUuid() {
    long version4 = (random.nextLong() & 0xffff_ffff_ffff_0fffL) | 0x4000L;
    long variant = (random.nextLong() & 0x3fff_ffff_ffff_ffffL) | 0x8000_0000_0000_0000L;
    return new UUID(version4, variant);
  }
}
