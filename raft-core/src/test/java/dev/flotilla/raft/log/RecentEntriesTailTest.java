package dev.flotilla.raft.log;

import static org.assertj.core.api.Assertions.assertThat;

import dev.flotilla.raft.model.Bytes;
import dev.flotilla.raft.model.Command;
import dev.flotilla.raft.model.Entry;
import dev.flotilla.raft.model.LogPosition;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** How much log stays behind a snapshot, in bytes. */
final class RecentEntriesTailTest {
  private static final int STRIDE = RecentEntries.STRIDE_BYTES;
  private static final Bytes LARGE = Bytes.wrap(new byte[STRIDE]);
  private static final int ENTRIES = 400;
  private static final int MAX_ENTRY_BYTES = 3 * STRIDE / 2;

  @Test
  void theTailHasItsBytesAndLittleMoreWhateverIsAppendedTruncatedAndCompacted() {
    for (long seed = 1; seed <= 20; seed++) {
      Random random = new Random(seed);
      RecentEntries tail = new RecentEntries(1);
      List<Integer> sizes = new ArrayList<>();
      int base = 0;
      while (sizes.size() < ENTRIES) {
        int sizeBytes = random.nextInt(MAX_ENTRY_BYTES);
        sizes.add(sizeBytes);
        append(tail, entry(sizes.size(), Bytes.wrap(new byte[sizeBytes])));
        if (random.nextInt(40) == 0) {
          base += random.nextInt((sizes.size() - base) / 4 + 1);
          tail.compactTo(base);
        }
        if (seed % 2 == 0 && random.nextInt(20) == 0) {
          int kept = sizes.size() - random.nextInt(Math.min(10, sizes.size() - base));
          sizes.subList(kept, sizes.size()).clear();
          tail.truncateFrom(kept + 1);
        }
        check(tail, sizes, base, random, seed);
      }
    }
  }

  /**
   * A truncation loses what was counted since the last mark, so that more is kept; odd seeds have
   * none.
   */
  private static void check(
      RecentEntries tail, List<Integer> sizes, int base, Random random, long seed) {
    int last = base + random.nextInt(sizes.size() - base + 1);
    long wanted = (long) random.nextInt(8) * STRIDE;
    int begin = (int) tail.tailBeginsAfter(last, wanted);
    if (begin > 0) {
      assertThat(begin).as("seed " + seed).isGreaterThan(base).isLessThanOrEqualTo(last);
      assertThat(bytes(sizes, begin, last)).as("seed " + seed).isGreaterThanOrEqualTo(wanted);
    }
    if (seed % 2 == 1) {
      assertThat(bytes(sizes, Math.max(begin, base), last))
          .as("seed " + seed)
          .isLessThan((wanted / STRIDE + 2) * (STRIDE + MAX_ENTRY_BYTES));
    }
  }

  private static long bytes(List<Integer> sizes, int after, int last) {
    return sizes.subList(after, last).stream().mapToLong(Integer::longValue).sum();
  }

  @Test
  void smallEntriesAreKeptByTheirNumber() {
    RecentEntries tail = new RecentEntries(1);
    for (int index = 1; index <= 1000; index++) {
      append(tail, entry(index, Bytes.EMPTY));
    }

    assertThat(tail.tailBeginsAfter(1000, 0)).isZero();
  }

  @Test
  void ofALogThatBeginsAnewNothingIsKnown() {
    RecentEntries tail = new RecentEntries(1);
    append(tail, entry(1, LARGE));
    assertThat(tail.tailBeginsAfter(1, 0)).isEqualTo(1);

    tail.clear(1);

    assertThat(tail.tailBeginsAfter(1, 0)).isZero();
  }

  private static void append(RecentEntries tail, Entry entry) {
    tail.append(entry, entry.index(), entry.sizeBytes());
    tail.evict(entry.index(), 0);
  }

  private static Entry entry(long index, Bytes data) {
    return new Entry(new LogPosition(index, 1), new Command("u" + index, "put", data));
  }
}
