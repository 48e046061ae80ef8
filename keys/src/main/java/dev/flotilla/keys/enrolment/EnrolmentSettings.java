package dev.flotilla.keys.enrolment;

import dev.flotilla.keys.Authority;
import dev.flotilla.keys.Role;
import java.net.NetworkInterface;
import java.time.Duration;
import java.util.Collections;
import java.util.EnumSet;
import java.util.Set;

/**
 * How an enrolment service works. Immutable.
 *
 * @param networkInterface where it listens and is announced
 * @param port its TCP port; 0 for a free one
 * @param roles the roles of every device that it enrols
 * @param uses how many devices, 1 to {@value #MAX_USES}
 * @param duration for how long, 1 s to 24 hours
 * @param life how long the certificates are valid
 * @param wrongTokenDelay how long a wrong token waits for its answer, 0 to 10 s
 * @param linger how long it goes on for repeated requests after the last use, 0 to 60 s
 */
public record EnrolmentSettings(
    NetworkInterface networkInterface,
    int port,
    Set<Role> roles,
    int uses,
    Duration duration,
    Duration life,
    Duration wrongTokenDelay,
    Duration linger) {
  /** The most devices of one service. */
  public static final int MAX_USES = 1_000;

  private static final Duration DEFAULT_DURATION = Duration.ofMinutes(10);
  private static final Duration DEFAULT_DELAY = Duration.ofSeconds(1);
  private static final Duration DEFAULT_LINGER = Duration.ofSeconds(10);

  /** Copies the roles and checks the bounds. */
  public EnrolmentSettings {
    if (roles.isEmpty()) {
      throw new IllegalArgumentException("name at least one role");
    }
    roles = Collections.unmodifiableSet(EnumSet.copyOf(roles));
    if (port < 0 || port > 65_535) {
      throw new IllegalArgumentException("port %s must be within 0..65535".formatted(port));
    }
    if (uses < 1 || uses > MAX_USES) {
      throw new IllegalArgumentException("uses %s must be within 1..%s".formatted(uses, MAX_USES));
    }
    require("duration", duration, Duration.ofSeconds(1), Duration.ofDays(1));
    require("life", life, Duration.ofDays(1), Authority.MAX_LIFE);
    require("delay of wrong tokens", wrongTokenDelay, Duration.ZERO, Duration.ofSeconds(10));
    require("time after the last use", linger, Duration.ZERO, Duration.ofMinutes(1));
  }

  /** One device of that role within ten minutes, on a free port. */
  public static EnrolmentSettings of(NetworkInterface networkInterface, Set<Role> roles) {
    return new EnrolmentSettings(
        networkInterface,
        0,
        roles,
        1,
        DEFAULT_DURATION,
        Authority.DEFAULT_LIFE,
        DEFAULT_DELAY,
        DEFAULT_LINGER);
  }

  /** The same for more devices, or for fewer. */
  public EnrolmentSettings withUses(int newUses) {
    return new EnrolmentSettings(
        networkInterface, port, roles, newUses, duration, life, wrongTokenDelay, linger);
  }

  /** The same for a longer or shorter time. */
  public EnrolmentSettings withDuration(Duration newDuration) {
    return new EnrolmentSettings(
        networkInterface, port, roles, uses, newDuration, life, wrongTokenDelay, linger);
  }

  /** The same with certificates that are valid for another time. */
  public EnrolmentSettings withLife(Duration newLife) {
    return new EnrolmentSettings(
        networkInterface, port, roles, uses, duration, newLife, wrongTokenDelay, linger);
  }

  /** The same on another port. */
  public EnrolmentSettings withPort(int newPort) {
    return new EnrolmentSettings(
        networkInterface, newPort, roles, uses, duration, life, wrongTokenDelay, linger);
  }

  /** The same with other waits; for tests. */
  EnrolmentSettings withWaits(Duration newWrongTokenDelay, Duration newLinger) {
    return new EnrolmentSettings(
        networkInterface, port, roles, uses, duration, life, newWrongTokenDelay, newLinger);
  }

  private static void require(String what, Duration value, Duration least, Duration most) {
    if (value.compareTo(least) < 0 || value.compareTo(most) > 0) {
      throw new IllegalArgumentException(
          "%s %s must be within %s..%s".formatted(what, value, least, most));
    }
  }
}
