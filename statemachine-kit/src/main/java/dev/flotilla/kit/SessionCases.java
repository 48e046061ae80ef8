package dev.flotilla.kit;

import dev.flotilla.kit.harness.Bench;
import dev.flotilla.kit.harness.MachineRun;
import dev.flotilla.kit.harness.Source;
import dev.flotilla.kit.harness.StateView;
import dev.flotilla.kit.harness.Trait;
import dev.flotilla.kit.harness.Violation;
import java.io.IOException;
import java.util.Optional;

/** Ends of sessions that no command follows at once: a batch of their own. */
final class SessionCases {
  private SessionCases() {}

  static void endsComeAlone(Bench bench) throws IOException {
    for (int count = 0; count < bench.size(); count++) {
      if (!bench.reference().history().endsAlone(count).isEmpty()) {
        MachineRun life = ended(bench, count);
        goOn(life, "ends of sessions were a batch of their own");
        bench.discard(life);
        if (!bench.subject().is(Trait.IN_MEMORY)) {
          comesBack(bench, count);
        }
        if (bench.subject().isRestorable()) {
          isInSnapshot(bench, count);
        }
      }
    }
  }

  /** A machine that was told of the ends that follow so many commands. */
  private static MachineRun ended(Bench bench, int count) throws IOException {
    MachineRun life = bench.newLife().applyUpTo(count);
    life.applyEnds();
    return life;
  }

  private static void comesBack(Bench bench, int count) throws IOException {
    MachineRun life = ended(bench, count);
    StateView wanted = StateView.of(bench.subject(), life.machine());
    MachineRun crashed = bench.open(bench.crash(life));
    requireOnce(bench, crashed, count, wanted, "after a crash when sessions had ended");
    bench.discard(crashed);
    MachineRun again = bench.restart(life);
    String when = "after terminate when sessions had ended";
    if (again.opened() < lastIndex(bench, count)) {
      // Lawful if the ends changed nothing.
      requireSame(bench, again, wanted, when);
    }
    requireOnce(bench, again, count, wanted, when);
    bench.discard(again);
  }

  /** What comes back with the index of the ends has them, and what comes back before has not. */
  private static void requireOnce(
      Bench bench, MachineRun life, int count, StateView wanted, String when) throws IOException {
    if (life.opened() >= lastIndex(bench, count)) {
      requireSame(bench, life, wanted, when);
    } else {
      life.requireWhole(when, count, 0);
    }
    life.applyUpTo(count);
    goOn(life, when);
  }

  private static void isInSnapshot(Bench bench, int count) throws IOException {
    MachineRun life = ended(bench, count);
    StateView wanted = StateView.of(bench.subject(), life.machine());
    MachineRun other = bench.newLife();
    other.restore(new Source(life.written()), count, lastIndex(bench, count));
    String when = "a snapshot was restored that was taken when sessions had ended";
    requireSame(bench, other, wanted, when);
    goOn(other, when);
    bench.discard(life);
    bench.discard(other);
  }

  private static long lastIndex(Bench bench, int count) {
    return bench.reference().history().endsAlone(count).get(0).position().index();
  }

  private static void goOn(MachineRun life, String when) throws IOException {
    life.applyBatch(1);
    life.requireState(when + ", and the next command was applied");
  }

  private static void requireSame(Bench bench, MachineRun life, StateView wanted, String when)
      throws IOException {
    Optional<String> difference =
        wanted.difference(StateView.of(bench.subject(), life.machine()), bench.subject());
    if (difference.isPresent()) {
      throw new Violation(
          "%s, initialize returned %s, and the state is another: %s"
              .formatted(when, life.opened(), difference.get()));
    }
  }
}
