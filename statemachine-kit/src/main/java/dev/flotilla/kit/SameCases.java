package dev.flotilla.kit;

import dev.flotilla.kit.harness.Bench;
import dev.flotilla.kit.harness.MachineRun;
import dev.flotilla.kit.harness.StateView;
import dev.flotilla.kit.harness.Trait;
import dev.flotilla.kit.harness.Violation;
import dev.flotilla.node.statemachine.Execution;
import dev.flotilla.node.statemachine.StateMachine;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;

/** Determinism: the same commands give the same. */
final class SameCases {
  private static final int MAX_COMMANDS_PER_CHANGE = 10;

  private SameCases() {}

  static void commandsCanBeSeen(Bench bench) {
    List<StateView> portraits = bench.reference().portraits();
    int changes = 0;
    for (int i = 1; i < portraits.size(); i++) {
      changes += portraits.get(i).equals(portraits.get(i - 1)) ? 0 : 1;
    }
    if (changes * MAX_COMMANDS_PER_CHANGE < bench.size()) {
      throw new Violation(
          "of %s commands, %s changed what the probes or the snapshot show: draw commands that change more, or probe more"
              .formatted(bench.size(), changes));
    }
  }

  static void emptyAtFirst(Bench bench) throws IOException {
    MachineRun life = bench.newLife();
    List<Execution> recalled = new ArrayList<>();
    life.machine().recall(10, recalled::add);
    if (!recalled.isEmpty()) {
      throw new Violation("recall handed over " + recalled.size() + " executions");
    }
    life.requireState("nothing was applied");
  }

  static void sameInOtherBatches(Bench bench) throws IOException {
    awaitAnotherMillisecond();
    MachineRun drawn = bench.newLife().applyUpTo(bench.size());
    drawn.requireState("everything was applied in batches");
    awaitAnotherMillisecond();
    MachineRun atOnce = bench.newLife();
    atOnce.applyBatch(bench.size());
    atOnce.requireState("everything was applied in one batch");
  }

  /** A clock that is looked at shall show another time than it did to the copy before. */
  private static void awaitAnotherMillisecond() {
    long before = System.currentTimeMillis();
    while (System.currentTimeMillis() == before) {
      Thread.onSpinWait();
    }
  }

  static void sameOnOtherThreads(Bench bench) throws Exception {
    MachineRun life = onAnother(bench::newLife);
    for (int part = 1; part <= 4; part++) {
      int target = bench.part(part, 4);
      onAnother(() -> life.applyUpTo(target));
      onAnother(
          () -> {
            life.requireState("commands were applied on another thread");
            return life;
          });
    }
    StateMachine ended = onAnother(() -> end(life));
    if (!bench.subject().is(Trait.IN_MEMORY)) {
      onAnother(
          () ->
              bench
                  .open(life.directory())
                  .requireWhole(ended.getClass().getSimpleName() + " was ended", bench.size(), 0));
    }
  }

  private static StateMachine end(MachineRun life) {
    life.end();
    return life.machine();
  }

  private interface Call<T> {
    T call() throws Exception;
  }

  private static <T> T onAnother(Call<T> call) throws Exception {
    FutureTask<T> task = new FutureTask<>(call::call);
    Thread thread = new Thread(task, "conformance-other");
    thread.setDaemon(true);
    thread.start();
    try {
      return task.get();
    } catch (ExecutionException e) {
      if (e.getCause() instanceof Exception cause) {
        throw cause;
      }
      throw e;
    }
  }
}
