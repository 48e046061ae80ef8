package dev.flotilla.kit;

import dev.flotilla.kit.harness.Bench;
import dev.flotilla.kit.harness.MachineRun;
import dev.flotilla.kit.harness.Trait;
import dev.flotilla.kit.harness.Violation;
import dev.flotilla.node.statemachine.StateSnapshot;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** Ends, and what is left of a machine after them. */
final class EndCases {
  private EndCases() {}

  static void closingTwice(Bench bench) throws IOException {
    MachineRun life = bench.newLife().applyUpTo(bench.part(1, 2));
    if (bench.subject().isRestorable()) {
      StateSnapshot held = life.restorable().snapshot();
      held.close();
      held.close();
      life.applyUpTo(bench.size());
      life.requireState("a snapshot was closed twice");
    }
    int applied = life.count();
    life.end();
    life.machine().terminate();
    if (!bench.subject().is(Trait.IN_MEMORY)) {
      bench.open(life.directory()).requireWhole("after two terminates", applied, 0);
    }
  }

  static void threadsEnd(Bench bench) throws Exception {
    liveFully(bench);
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(bench.subject().patienceSeconds());
    for (Thread thread : othersOfThisGroup()) {
      thread.join(Math.max(1, TimeUnit.NANOSECONDS.toMillis(deadline - System.nanoTime())));
      if (thread.isAlive()) {
        throw new Violation("thread '" + thread.getName() + "' goes on after terminate");
      }
    }
  }

  static void filesAreClosed(Bench bench) throws IOException {
    liveFully(bench);
    Path home = bench.home().toRealPath();
    List<Path> open;
    try (Stream<Path> descriptors = Files.list(Need.OPEN_FILES_LIST)) {
      open = descriptors.flatMap(EndCases::target).filter(it -> it.startsWith(home)).toList();
    }
    if (!open.isEmpty()) {
      throw new Violation("after terminate there is still open: " + home.relativize(open.get(0)));
    }
  }

  /** Descriptors come and go meanwhile, and some are no files. */
  private static Stream<Path> target(Path descriptor) {
    try {
      return Stream.of(Files.readSymbolicLink(descriptor));
    } catch (IOException e) {
      return Stream.empty();
    }
  }

  private static List<Thread> othersOfThisGroup() {
    Thread self = Thread.currentThread();
    Thread[] found = new Thread[1_000];
    Objects.requireNonNull(self.getThreadGroup()).enumerate(found);
    return Arrays.stream(found).filter(it -> it != null && it != self).toList();
  }

  /** A life with everything in it, on two directories. */
  private static void liveFully(Bench bench) throws IOException {
    int half = bench.part(1, 2);
    MachineRun life = bench.newLife().applyUpTo(half);
    if (bench.subject().isRestorable()) {
      byte[] state = life.written();
      StateSnapshot held = life.restorable().snapshot();
      held.close();
      MachineRun other = bench.newLife().applyUpTo(1).restore(state, half);
      other.applyUpTo(bench.size());
      other.end();
    }
    life.end();
    life = bench.open(life.directory());
    life.applyUpTo(bench.size());
    life.end();
  }
}
