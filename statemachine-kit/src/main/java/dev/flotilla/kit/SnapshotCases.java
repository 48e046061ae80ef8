package dev.flotilla.kit;

import dev.flotilla.kit.harness.Bench;
import dev.flotilla.kit.harness.MachineRun;
import dev.flotilla.kit.harness.Target;
import dev.flotilla.kit.harness.Violation;
import dev.flotilla.node.statemachine.SnapshotGivenUp;
import dev.flotilla.node.statemachine.StateSnapshot;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Snapshots that are taken. */
final class SnapshotCases {
  private SnapshotCases() {}

  static void ofNothing(Bench bench) throws IOException {
    byte[] nothing = bench.newLife().written();
    MachineRun life = bench.newLife().applyUpTo(bench.part(1, 2));
    life.restore(nothing, 0);
    life.requireState("the snapshot of an empty machine was restored");
    life.applyUpTo(bench.size());
  }

  static void holdsStill(Bench bench) throws Exception {
    MachineRun life = bench.newLife().applyUpTo(bench.part(1, 2));
    int held = life.count();
    byte[] written;
    try (StateSnapshot snapshot = life.restorable().snapshot()) {
      life.applyUpTo(bench.part(5, 8));
      written = new BusyWrite(snapshot, life, bench).run();
    }
    life.applyUpTo(bench.size());
    life.requireState("commands were applied while a snapshot was written");
    MachineRun restored = bench.newLife().restore(written, held);
    restored.requireState(
        "a snapshot of index %s that was written while commands went on was restored"
            .formatted(bench.reference().history().indexAt(held)));
    restored.applyUpTo(bench.size());
  }

  static void canonical(Bench bench) throws IOException {
    int applied = bench.part(2, 3);
    byte[] first = bench.newLife().applyUpTo(applied).written();
    MachineRun second = bench.newLife().applyUpTo(bench.part(1, 3));
    byte[] half = second.written();
    requireSame("after another way of batches", first, second.applyUpTo(applied).written());
    MachineRun restored = bench.newLife().restore(half, bench.part(1, 3)).applyUpTo(applied);
    requireSame("of a copy that was restored on the way", first, restored.written());
    MachineRun again = bench.restart(second).applyUpTo(applied);
    requireSame("after a restart", first, again.written());
  }

  private static void requireSame(String how, byte[] first, byte[] second) {
    int at = Arrays.mismatch(first, second);
    if (at >= 0) {
      throw new Violation(
          "the snapshot %s differs from byte %s on; the sizes are %s and %s"
              .formatted(how, at, first.length, second.length));
    }
  }

  static void abandoned(Bench bench) throws IOException {
    MachineRun life = bench.newLife().applyUpTo(bench.part(1, 4));
    life.restorable().snapshot().close();
    life.applyUpTo(bench.part(2, 4));
    SnapshotGivenUp givenUp = new SnapshotGivenUp("the kit wants it no more");
    Target refusing =
        new Target(
            writes -> {
              throw givenUp;
            });
    try (StateSnapshot held = life.restorable().snapshot()) {
      requirePassedOn(held, refusing, givenUp);
    }
    life.applyUpTo(bench.part(3, 4));
    MachineRun restored = bench.newLife().restore(life.written(), life.count());
    restored.requireState("a snapshot was restored that followed two which were abandoned");
    life.applyUpTo(bench.size());
    life.requireState("snapshots were abandoned");
  }

  private static void requirePassedOn(StateSnapshot held, Target target, SnapshotGivenUp thrown)
      throws IOException {
    try {
      held.writeTo(target);
    } catch (SnapshotGivenUp e) {
      if (e != thrown) {
        throw new Violation("the target threw SnapshotGivenUp, and writeTo another one", e);
      }
      return;
    }
    // A machine whose empty state takes no bytes has nothing to pass on.
    if (target.bytes().length > 0) {
      throw new Violation("the target threw SnapshotGivenUp, and writeTo returned");
    }
  }

  /** A copy is made after the first, second, fourth, ... write, and at the end. */
  static void crash(Bench bench) throws IOException {
    MachineRun life = bench.newLife();
    int forgotten = 0;
    for (int part = 1; part <= 2; part++) {
      life.applyUpTo(bench.part(part, 3));
      int held = life.count();
      List<Path> during = new ArrayList<>();
      Path after;
      try (StateSnapshot snapshot = life.restorable().snapshot()) {
        snapshot.writeTo(
            new Target(
                writes -> {
                  if (Integer.bitCount(writes) == 1) {
                    during.add(bench.crash(life));
                  }
                }));
        after = bench.crash(life);
        snapshot.kept();
      }
      Path kept = bench.crash(life);
      for (Path crashed : during) {
        goOn(bench, crashed, held, forgotten);
      }
      requireForced(bench, after, "after a crash when writeTo had returned", held);
      requireForced(bench, kept, "after a crash when the snapshot was kept and closed", held);
      forgotten = held;
    }
  }

  private static void goOn(Bench bench, Path crashed, int most, int forgotten) throws IOException {
    String when = "after a crash while a snapshot was written";
    MachineRun life = bench.open(crashed).requireWhole(when, most, forgotten);
    life.applyUpTo(bench.size());
    life.requireState(when + ", and the rest was applied");
    bench.discard(life);
  }

  private static void requireForced(Bench bench, Path crashed, String when, int held)
      throws IOException {
    MachineRun life = bench.open(crashed).requireWhole(when, held, held);
    if (life.count() < held) {
      throw new Violation(
          "%s, initialize returned %s, though the log up to %s is dropped now"
              .formatted(when, life.opened(), bench.reference().history().indexAt(held)));
    }
    bench.discard(life);
  }

  static void recall(Bench bench) throws IOException {
    MachineRun life = bench.newLife().applyUpTo(bench.part(1, 5));
    int kept = life.count();
    try (StateSnapshot snapshot = life.restorable().snapshot()) {
      snapshot.writeTo(new Target());
      snapshot.kept();
    }
    life.applyUpTo(bench.part(2, 5));
    // Written and given up: the older one counts.
    life.written();
    life.applyUpTo(bench.part(3, 5));
    life = bench.restart(life);
    String when = "a snapshot was kept, and a later one given up; after a restart";
    life.requireWhole(when, bench.part(3, 5), kept);
    life.applyUpTo(bench.part(4, 5));
    life.written();
    life.applyUpTo(bench.size());
    bench.open(bench.crash(life)).requireWhole(when + " and a crash", bench.size(), kept);
  }
}
