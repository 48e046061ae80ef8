package dev.flotilla.kit;

import dev.flotilla.kit.harness.Bench;
import dev.flotilla.kit.harness.MachineRun;
import dev.flotilla.kit.harness.Trait;
import dev.flotilla.kit.harness.Violation;
import java.io.IOException;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.IntConsumer;
import java.util.random.RandomGenerator;

/** Snapshots that are not what was written. */
final class DamageCases {
  private static final int DRAWN = 8;

  private DamageCases() {}

  static void cut(Bench bench) throws IOException {
    byte[] whole = state(bench);
    Set<Integer> lengths = new LinkedHashSet<>(List.of(0, 1, whole.length / 2, whole.length - 1));
    draw(bench.random(), whole.length, lengths::add);
    for (int length : lengths) {
      byte[] cut = Arrays.copyOf(whole, Math.min(length, whole.length - 1));
      String what = "a snapshot of %s bytes was cut to %s".formatted(whole.length, cut.length);
      if (!isRefused(bench, cut, whole, what)) {
        throw new Violation(what + ", and restoreFrom returned");
      }
    }
  }

  static void changed(Bench bench) throws IOException {
    byte[] whole = state(bench);
    Set<Integer> places = new LinkedHashSet<>(List.of(0, whole.length / 2, whole.length - 1));
    draw(bench.random(), whole.length, places::add);
    for (int place : places) {
      byte[] changed = whole.clone();
      changed[place] ^= (byte) (1 + bench.random().nextInt(255));
      String what = "byte %s of %s of a snapshot was changed".formatted(place, whole.length);
      boolean isRefused = isRefused(bench, changed, whole, what);
      if (!isRefused && bench.subject().is(Trait.CHECKSUMMED)) {
        throw new Violation(what + ", and restoreFrom returned, in spite of the checksum");
      }
    }
  }

  private static void draw(RandomGenerator random, int bound, IntConsumer taker) {
    for (int i = 0; i < DRAWN; i++) {
      taker.accept(random.nextInt(bound));
    }
  }

  private static byte[] state(Bench bench) throws IOException {
    byte[] whole = bench.newLife().applyUpTo(bench.part(2, 3)).written();
    if (whole.length == 0) {
      throw new Violation(
          "the snapshot after %s commands has no bytes".formatted(bench.part(2, 3)));
    }
    return whole;
  }

  /**
   * Restores what is damaged, and looks at what a restart finds: the node has stopped, and starts
   * again with its newest snapshot, which is whole now.
   */
  private static boolean isRefused(Bench bench, byte[] damaged, byte[] whole, String what)
      throws IOException {
    int taken = bench.part(2, 3);
    MachineRun life = bench.newLife().applyUpTo(bench.part(1, 3));
    Optional<IOException> refusal = restore(life, damaged, taken, what);
    life.end();
    if (!bench.subject().is(Trait.IN_MEMORY)) {
      MachineRun again = bench.open(life.directory());
      if (refusal.isPresent()) {
        again.requireWhole(what + " and refused; after a restart", taken, taken);
      }
      again.restore(whole, taken);
      again.requireState(what + "; after a restart it was restored whole");
      bench.discard(again);
    }
    return refusal.isPresent();
  }

  private static Optional<IOException> restore(
      MachineRun life, byte[] damaged, int taken, String what) {
    try {
      life.restore(damaged, taken);
      return Optional.empty();
    } catch (IOException e) {
      return Optional.of(e);
    } catch (RuntimeException | Error e) {
      throw new Violation(what + ", and restoreFrom threw " + e, e);
    }
  }
}
