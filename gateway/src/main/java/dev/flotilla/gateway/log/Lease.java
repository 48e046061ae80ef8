package dev.flotilla.gateway.log;

import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The right to send requests to web servers under one name in the group. Other gateways take the
 * name over only after the lease has run out, so that a gateway that was paused sends nothing that
 * another one has finished since. Any thread; nothing blocks.
 */
public final class Lease {
  /** For a request that no other gateway finishes. */
  public static final Lease UNLIMITED = unlimited();

  /** When the group was asked, and for how long its answer counts. */
  private record Term(Moment asked, long millis) {}

  private final String gateway;
  private final Supplier<Moment> clock;
  private volatile @Nullable Term term;
  private volatile boolean isOver;

  /**
   * A lease that is not held yet.
   *
   * @param gateway the name in the group
   */
  Lease(String gateway, Supplier<Moment> clock) {
    this.gateway = gateway;
    this.clock = clock;
  }

  private static Lease unlimited() {
    Moment always = new Moment(0, 0);
    Lease lease = new Lease("", () -> always);
    lease.renew(always, Long.MAX_VALUE);
    return lease;
  }

  String gateway() {
    return gateway;
  }

  /** Whether a request may be sent now. */
  public boolean isHeld() {
    Term last = term;
    return last != null && !isOver && clock.get().millisSince(last.asked()) < last.millis();
  }

  /** Whether it is never held again: another gateway has taken over. */
  public boolean isOver() {
    return isOver;
  }

  /** The group has confirmed the name; it counts from the moment when the group was asked. */
  void renew(Moment asked, long millis) {
    term = new Term(asked, millis);
  }

  /** Not held until it is renewed. */
  void suspend() {
    term = null;
  }

  /** Never held again. */
  void end() {
    isOver = true;
  }
}
