package dev.flotilla.sim;

/**
 * Leaders that take turns, none of which hears of the others (Raft Figure 8): whoever leads is cut
 * off with what it has in its log; the next one is cut off when it has come into office, and the
 * former is let back in; and so on. So tails of several terms wait for each other to be
 * overwritten, or to be committed the wrong way.
 */
final class Alternation {
  /** A disk that was slow while its server was cut off stays so for a while. */
  private static final long AFTERMATH_NANOS = 250_000_000;

  private final FaultTarget target;
  private final Fault.AlternatingLeaders fault;
  private int left;
  private Runnable letIn = () -> {};

  Alternation(FaultTarget target, Fault.AlternatingLeaders fault) {
    this.target = target;
    this.fault = fault;
    this.left = fault.times();
  }

  void begin() {
    letIn = shutOut(target.server(Fault.LEADER));
    target.onceLed(this::led);
    target.later(fault.nanos(), this::end);
  }

  private void led(SimulatedServer leader) {
    target.later(fault.delayNanos(), () -> turn(leader));
  }

  private void turn(SimulatedServer leader) {
    if (left <= 0) {
      return;
    }
    left--;
    Runnable letFormerIn = letIn;
    letIn = shutOut(leader);
    letFormerIn.run();
    target.onceLed(this::led);
  }

  private void end() {
    left = 0;
    letIn.run();
    letIn = () -> {};
  }

  /** Cuts a leader off, alone or with a companion, and tells how to end that. */
  private Runnable shutOut(SimulatedServer leader) {
    fault.where().slow(leader, fault.extraNanos());
    Runnable mend =
        target.shutOut(it -> it.number == leader.number || it.number == fault.companion());
    return () -> {
      mend.run();
      target.later(AFTERMATH_NANOS, () -> fault.where().slow(leader, 0));
    };
  }
}
