package dev.flotilla.bench;

import java.security.SecureRandom;
import java.util.SplittableRandom;
import java.util.UUID;

/**
 * Makes the commands of one client: command and parameters are 100 bytes together, the uid comes on
 * top.
 *
 * <p><b>Thread.</b> One thread at a time.
 */
public final class Workload {
  /** Bytes of command and parameters together, in UTF-8. */
  public static final int PAYLOAD_BYTES = 100;

  private static final String COMMAND = "set";
  private static final String PARAMETERS = "x".repeat(PAYLOAD_BYTES - COMMAND.length());

  // A secure random costs more than some systems under test; uniqueness needs only its seed.
  private final SplittableRandom random;

  /** Commands with uids that no other workload makes. */
  public Workload() {
    random = new SplittableRandom(new SecureRandom().nextLong());
  }

  /** The next command. */
  public WorkloadCommand next() {
    return new WorkloadCommand(randomUuid().toString(), COMMAND, PARAMETERS);
  }

  private UUID randomUuid() {
    long version4 = (random.nextLong() & 0xffff_ffff_ffff_0fffL) | 0x4000L;
    long variant = (random.nextLong() & 0x3fff_ffff_ffff_ffffL) | 0x8000_0000_0000_0000L;
    return new UUID(version4, variant);
  }
}
