package dev.flotilla.kit;

import dev.flotilla.kit.harness.Bench;
import dev.flotilla.kit.harness.MachineRun;
import dev.flotilla.kit.harness.StateView;
import dev.flotilla.node.statemachine.CommittedCommand;
import dev.flotilla.node.statemachine.Result;
import java.io.IOException;
import java.util.List;

/** Determinism, where the default locale and time zone are others. */
final class PlaceCases {
  /** Odd: the journey ends elsewhere. */
  private static final int LEGS = 13;

  private PlaceCases() {}

  static void sameElsewhere(Bench bench) throws IOException {
    Place home = Place.current();
    try {
      MachineRun travelled = travel(bench, home);
      if (bench.subject().isRestorable()) {
        carry(bench, carry(bench, travelled, home), Place.ELSEWHERE);
      }
      askStrangely(bench, home);
    } finally {
      home.settle();
    }
  }

  /** There and back, with all that the machine has written. */
  private static MachineRun travel(Bench bench, Place home) throws IOException {
    MachineRun life = bench.newLife();
    for (int leg = 1; leg <= LEGS; leg++) {
      life.end();
      (leg % 2 == 1 ? Place.ELSEWHERE : home).settle();
      life = RestartCases.restarted(bench, life).applyUpTo(bench.part(leg, LEGS));
      life.requireState("after a restart elsewhere");
    }
    return life;
  }

  /** Takes a snapshot to another place. */
  private static MachineRun carry(Bench bench, MachineRun life, Place to) throws IOException {
    byte[] state = life.written();
    to.settle();
    MachineRun other = bench.newLife().restore(state, life.count());
    other.requireState("a snapshot was restored elsewhere");
    return other;
  }

  /** What is rejected is told in words, which have numbers. */
  private static void askStrangely(Bench bench, Place home) throws IOException {
    home.settle();
    int before = bench.part(1, 2);
    List<CommittedCommand> strange = StrangeCases.drawn(bench, before);
    MachineRun here = bench.newLife().applyUpTo(before);
    List<Result> wanted = MachineRun.answers(here.machine(), strange);
    StateView state = StateView.of(bench.subject(), here.machine());
    Place.ELSEWHERE.settle();
    MachineRun there = bench.newLife().applyUpTo(before);
    StrangeCases.requireSame(strange, MachineRun.answers(there.machine(), strange), wanted);
    StrangeCases.requireState(bench, there, state, "after strange commands elsewhere");
  }
}
