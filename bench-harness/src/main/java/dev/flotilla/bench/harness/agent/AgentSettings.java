package dev.flotilla.bench.harness.agent;

import dev.flotilla.bench.DiskRoom;
import dev.flotilla.bench.harness.device.DeviceSettings;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.function.LongSupplier;

/**
 * What an agent is started with.
 *
 * @param device where it listens, and its experiment
 * @param keys the key directory; without keys it listens on loopback only
 * @param room how much room the disk must have
 * @param installation the systems that it can start
 * @param lease how long a manager may be silent before its processes are ended
 * @param nanoClock tells nanoseconds, from any origin
 */
record AgentSettings(
    DeviceSettings device,
    Optional<Path> keys,
    DiskRoom room,
    Installation installation,
    Duration lease,
    LongSupplier nanoClock) {
  /** How long a manager may be silent if nothing else is set. */
  static final Duration DEFAULT_LEASE = Duration.ofSeconds(15);

  /** The shortest lease; a manager renews its leases every second. */
  static final Duration MIN_LEASE = Duration.ofSeconds(5);

  /** Rejects an address that others reach without keys, and a lease that a busy manager loses. */
  AgentSettings {
    if (keys.isEmpty() && !device.address().isLoopbackAddress()) {
      throw new IllegalArgumentException(
          "address %s can be reached from other machines, and there are no keys; add --keys DIR"
              .formatted(device.address().getHostAddress()));
    }
    if (lease.compareTo(MIN_LEASE) < 0) {
      throw new IllegalArgumentException(
          "a lease of %s s is too short; the least is %s s"
              .formatted(lease.toSeconds(), MIN_LEASE.toSeconds()));
    }
  }
}
