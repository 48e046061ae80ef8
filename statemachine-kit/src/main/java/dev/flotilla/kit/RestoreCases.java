package dev.flotilla.kit;

import dev.flotilla.kit.harness.Bench;
import dev.flotilla.kit.harness.History;
import dev.flotilla.kit.harness.MachineRun;
import dev.flotilla.kit.harness.Source;
import dev.flotilla.kit.harness.Target;
import dev.flotilla.kit.harness.Violation;
import dev.flotilla.node.statemachine.SnapshotGivenUp;
import dev.flotilla.node.statemachine.StateSnapshot;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** States that are restored. */
final class RestoreCases {
  private static final int CRASHES = 24;

  private RestoreCases() {}

  static void intoEmpty(Bench bench) throws IOException {
    MachineRun life = bench.newLife().applyUpTo(bench.part(1, 2));
    Target target = new Target();
    try (StateSnapshot held = life.restorable().snapshot()) {
      held.writeTo(target);
    }
    Source source = new Source(target.bytes());
    MachineRun restored = bench.newLife();
    restored.requireVerified(target.bytes(), life.count());
    restored.restore(source, life.count());
    restored.requireState("a snapshot was restored into an empty machine");
    if (target.isClosed() || source.isClosed()) {
      throw new Violation(
          target.isClosed() ? "writeTo closed its target" : "restoreFrom closed its source");
    }
    restored.applyUpTo(bench.size());
    restored.requireState("a restored machine went on");
  }

  /** Several times: what one state has and another has not is a matter of chance. */
  static void replacesAll(Bench bench) throws IOException {
    History other = History.draw(bench.subject(), "other");
    for (int part = 1; part <= 4; part++) {
      int taken = bench.part(part, 6);
      byte[] state = bench.newLife().applyUpTo(taken).written();
      MachineRun life = bench.newLife();
      MachineRun.answers(life.machine(), other.batch(0, bench.part(5 - part, 5)));
      life.restore(state, taken);
      life.requireState("a snapshot was restored into a machine with another state");
      life.applyUpTo(bench.size());
      life.requireState("a machine went on that was restored over another state");
    }
  }

  static void leavesHeldWhole(Bench bench) throws IOException {
    int taken = bench.part(2, 3);
    byte[] state = bench.newLife().applyUpTo(taken).written();
    MachineRun life = bench.newLife().applyUpTo(bench.part(1, 3));
    int held = life.count();
    Target target = new Target();
    boolean isWritten = true;
    try (StateSnapshot snapshot = life.restorable().snapshot()) {
      life.restore(state, taken);
      snapshot.writeTo(target);
    } catch (SnapshotGivenUp e) {
      isWritten = false;
    }
    life.requireState("a state was restored while a snapshot was held");
    if (isWritten) {
      bench
          .newLife()
          .restore(target.bytes(), held)
          .requireState("a snapshot was restored that was held while another state was restored");
    }
    life.applyUpTo(bench.size());
  }

  static void stays(Bench bench) throws IOException {
    int taken = bench.part(1, 2);
    byte[] state = bench.newLife().applyUpTo(taken).written();
    for (int before : new int[] {0, bench.part(1, 4)}) {
      MachineRun life = bench.newLife().applyUpTo(before).restore(state, taken);
      life = bench.restart(life);
      String when = "after a restore over %s commands, and terminate".formatted(before);
      life.requireWhole(when, taken, taken);
      if (life.count() < taken) {
        throw new Violation(when + ", initialize returned " + life.opened());
      }
      life.applyUpTo(bench.part(3, 4));
      life = bench.restart(life);
      life.requireWhole(when + ", commands and terminate", bench.part(3, 4), taken);
      life.applyUpTo(bench.size());
      life.requireState(when + ", and more commands");
      bench.discard(life);
    }
  }

  static void crash(Bench bench) throws IOException {
    int taken = bench.part(2, 3);
    int before = bench.part(1, 4);
    byte[] state = bench.newLife().applyUpTo(taken).written();
    MachineRun life = bench.newLife().applyUpTo(before);
    List<Path> crashes = new ArrayList<>();
    int piece = Math.max(1, state.length / CRASHES);
    life.restore(new Source(state, piece, offset -> crashes.add(bench.crash(life))), taken);
    crashes.add(bench.crash(life));
    for (int i = 0; i < crashes.size(); i++) {
      String when = "after a crash at piece %s of %s of a restore".formatted(i, crashes.size());
      // Restored from the node's newest snapshot, which is this one.
      MachineRun crashed = bench.open(crashes.get(i)).requireWhole(when, taken, taken);
      if (bench.random().nextBoolean()) {
        crashed.restore(state, taken);
        crashed.requireState(when + " it was restored anew");
      }
      crashed.applyUpTo(bench.size());
      crashed.requireState(when + ", and the rest was applied");
      bench.discard(crashed);
    }
  }
}
