package dev.flotilla.kit;

import dev.flotilla.kit.harness.Bench;
import dev.flotilla.kit.harness.DirectoryCopy;
import dev.flotilla.kit.harness.MachineRun;
import dev.flotilla.kit.harness.Trait;
import dev.flotilla.kit.harness.Violation;
import dev.flotilla.node.statemachine.Execution;
import dev.flotilla.node.statemachine.StateMachine;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntUnaryOperator;

/** Ends and crashes between two batches. */
final class RestartCases {
  private static final int TORN_FILES = 24;

  /** So many; beyond that a run would take minutes. */
  private static final int ALL_BORDERS = 1_000;

  private RestartCases() {}

  /** After each command; and after drawn batches, of which a machine may keep the last only. */
  static void restart(Bench bench) throws IOException {
    restart(bench, Math.min(bench.size(), ALL_BORDERS), count -> count + 1);
    restart(bench, bench.size(), count -> next(bench, count));
  }

  private static void restart(Bench bench, int end, IntUnaryOperator next) throws IOException {
    MachineRun life = bench.newLife();
    while (life.count() < end) {
      int applied = next.applyAsInt(life.count());
      life = restarted(bench, life.applyUpTo(applied)).applyUpTo(applied);
    }
    life.requireState("after a restart between any two batches");
    bench.discard(life);
  }

  /** Ends a life and opens another, which must have all that the first had, or live in memory. */
  static MachineRun restarted(Bench bench, MachineRun life) throws IOException {
    int applied = life.count();
    MachineRun again = bench.restart(life);
    String when = "after terminate at index " + bench.reference().history().indexAt(applied);
    again.requireWhole(when, applied, 0);
    int wanted = bench.subject().is(Trait.IN_MEMORY) ? 0 : applied;
    if (again.count() != wanted) {
      throw new Violation(when + ", initialize returned " + again.opened());
    }
    return again;
  }

  private static int next(Bench bench, int count) {
    return Math.min(bench.size(), count + 1 + bench.random().nextInt(8));
  }

  /** As {@link #restart}. */
  static void crash(Bench bench) throws IOException {
    boolean ofEach = crash(bench, Math.min(bench.size(), ALL_BORDERS), count -> count + 1);
    boolean ofDrawn = crash(bench, bench.size(), count -> next(bench, count));
    require(ofEach || ofDrawn, "every crash found an empty directory");
  }

  /**
   * Some of the copies go on as the original, so that crash follows crash.
   *
   * @return whether one of them had anything
   */
  private static boolean crash(Bench bench, int end, IntUnaryOperator next) throws IOException {
    MachineRun life = bench.newLife();
    boolean hasFound = false;
    while (life.count() < end) {
      int applied = next.applyAsInt(life.count());
      int before = life.count();
      life.applyUpTo(applied);
      MachineRun copy = bench.open(bench.crash(life));
      hasFound |= copy.opened() > 0;
      String when = "after a crash at index " + bench.reference().history().indexAt(applied);
      copy.requireWhole(when, applied, 0);
      copy.applyUpTo(Math.max(copy.count(), before));
      copy.requireState(when + ", and what was lost was applied again");
      copy.applyUpTo(applied);
      if (bench.random().nextInt(3) == 0) {
        bench.discard(life);
        life = copy;
      } else {
        copy.requireState(when + ", and what was lost was applied again");
        bench.discard(copy);
      }
    }
    life.requireState("after a crash between any two batches");
    bench.discard(life);
    return hasFound;
  }

  /** Whoever sees nothing finds nothing. */
  private static void require(boolean hasSeen, String otherwise) {
    if (!hasSeen) {
      throw new Violation(
          otherwise
              + ", so that nothing was seen: have the machine write itself more often in the test,"
              + " or give more commands");
    }
  }

  static void tornFiles(Bench bench) throws IOException {
    MachineRun life = bench.newLife();
    boolean hasTorn = false;
    for (int part = 1; part <= 2; part++) {
      life.applyUpTo(bench.part(part, 2));
      Path crashed = bench.crash(life);
      List<Path> files = DirectoryCopy.files(crashed);
      for (int i = 0; i < TORN_FILES / 2 && !files.isEmpty(); i++) {
        Path file = files.get(i % files.size());
        Path torn = bench.newDirectory().resolve("torn");
        DirectoryCopy.make(crashed, torn);
        String how = tear(torn.resolve(crashed.relativize(file)), bench);
        openTorn(bench, torn, crashed.relativize(file) + " " + how, life.count());
      }
      hasTorn |= !files.isEmpty() && holdsState(bench, crashed);
    }
    require(hasTorn, "no file with a state was torn");
  }

  private static boolean holdsState(Bench bench, Path crashed) throws IOException {
    MachineRun whole = bench.open(crashed);
    bench.discard(whole);
    return whole.opened() > 0;
  }

  private static void openTorn(Bench bench, Path torn, String how, int applied) throws IOException {
    MachineRun life;
    try {
      life = bench.open(torn);
    } catch (IOException e) {
      return;
    } catch (RuntimeException | Error e) {
      throw new Violation("with " + how + ", initialize or recall threw " + e, e);
    }
    life.requireWhole("with " + how, applied, 0);
    try {
      life.applyUpTo(applied);
      life.requireState("with " + how + ", and what was lost was applied again");
      bench.discard(life);
    } catch (Violation e) {
      throw e;
    } catch (RuntimeException | Error e) {
      throw new Violation(
          "with %s, initialize returned %s, and later it threw %s".formatted(how, life.opened(), e),
          e);
    }
  }

  /** Cuts the file off, or fills its end with zeros, as file systems do that write out of order. */
  private static String tear(Path file, Bench bench) throws IOException {
    try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
      long size = channel.size();
      long kept = bench.random().nextLong(size);
      channel.truncate(kept);
      if (bench.random().nextBoolean()) {
        return "cut to %s of %s bytes".formatted(kept, size);
      }
      channel.write(ByteBuffer.allocate(1), size - 1);
      return "zeros from byte %s to %s".formatted(kept, size);
    }
  }

  static void recall(Bench bench) throws IOException {
    int applied = bench.part(1, 2);
    MachineRun life = bench.newLife().applyUpTo(applied);
    life.end();
    for (int limit : new int[] {1, 7, applied, applied + 50}) {
      StateMachine machine = bench.subject().machine().get();
      machine.initialize(life.directory());
      List<Execution> recalled = new ArrayList<>();
      machine.recall(limit, recalled::add);
      machine.terminate();
      int wanted = Math.min(limit, applied);
      String when = "asked for %s of %s executions".formatted(limit, applied);
      if (recalled.size() != wanted) {
        throw new Violation(when + ", recall handed over " + recalled.size());
      }
      life.requireExecutions(when, recalled, applied - wanted);
    }
  }
}
