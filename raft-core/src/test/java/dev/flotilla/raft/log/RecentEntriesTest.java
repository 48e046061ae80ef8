package dev.flotilla.raft.log;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.flotilla.raft.model.Bytes;
import dev.flotilla.raft.model.Command;
import dev.flotilla.raft.model.Entry;
import dev.flotilla.raft.model.InvariantViolation;
import dev.flotilla.raft.model.LogPosition;
import java.util.ArrayList;
import java.util.List;
import java.util.NavigableMap;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class RecentEntriesTest {
  @ParameterizedTest(name = "seed {0}")
  @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
  void holdsTheSameAsAMap(long seed) {
    Random random = new Random(seed);
    long next = 1L + random.nextInt(100);
    RecentEntries recent = new RecentEntries(next);
    TreeMap<Long, Entry> twin = new TreeMap<>();
    for (int step = 0; step < 3000; step++) {
      int dice = random.nextInt(100);
      if (dice < 70) {
        Entry entry = entry(next, 1 + step, random.nextInt(40));
        append(recent, entry);
        twin.put(next, entry);
        next++;
      } else if (dice < 74) {
        next = Math.max(1, next - random.nextInt(30));
        recent.truncateFrom(next);
        twin.tailMap(next).clear();
      } else if (dice < 80) {
        long last = next - 1 - random.nextInt(5);
        int bytes = random.nextInt(4000);
        recent.evict(last, bytes);
        naivelyEvict(twin, last, bytes);
      }
      compare(recent, twin, next, random);
    }
  }

  @Test
  void followersWhoAreDueTheSameEntriesShareOneList() {
    RecentEntries recent = new RecentEntries(1);
    append(recent, entry(1, 1, 0));
    append(recent, entry(2, 1, 0));

    assertThat(recent.slice(1, 10, 1000)).isSameAs(recent.range(1, 2));
  }

  @Test
  void aSharedListIsNotReusedForTheEntriesOfAnotherTerm() {
    RecentEntries recent = new RecentEntries(1);
    append(recent, entry(1, 1, 0));
    List<Entry> before = recent.range(1, 1);
    recent.truncateFrom(1);
    append(recent, entry(1, 2, 0));

    assertThat(recent.range(1, 1)).isNotEqualTo(before);
  }

  @Test
  void refusesAGap() {
    RecentEntries recent = new RecentEntries(5);

    assertThatThrownBy(() -> append(recent, entry(6, 1, 0))).isInstanceOf(InvariantViolation.class);
    assertThatThrownBy(() -> recent.get(5)).isInstanceOf(InvariantViolation.class);
  }

  private static void append(RecentEntries recent, Entry entry) {
    recent.append(entry, entry.index(), entry.sizeBytes());
  }

  private static void compare(
      RecentEntries recent, NavigableMap<Long, Entry> twin, long next, Random random) {
    long index = Math.max(1, next - 40 + random.nextInt(44));
    assertThat(recent.holds(index)).isEqualTo(twin.containsKey(index));
    if (!recent.holds(index)) {
      return;
    }
    assertThat(recent.get(index)).isEqualTo(twin.get(index));
    int maxEntries = 1 + random.nextInt(10);
    int maxBytes = random.nextInt(600);
    assertThat(recent.slice(index, maxEntries, maxBytes))
        .isEqualTo(naiveSlice(twin, index, maxEntries, maxBytes));
    assertThat(recent.range(index, next - 1)).isEqualTo(List.copyOf(twin.tailMap(index).values()));
  }

  private static List<Entry> naiveSlice(
      NavigableMap<Long, Entry> twin, long first, int maxEntries, int maxBytes) {
    List<Entry> slice = new ArrayList<>();
    int bytes = 0;
    for (Entry entry : twin.tailMap(first).values()) {
      bytes += entry.sizeBytes();
      if (slice.size() == maxEntries || (!slice.isEmpty() && bytes > maxBytes)) {
        break;
      }
      slice.add(entry);
    }
    return slice;
  }

  private static void naivelyEvict(NavigableMap<Long, Entry> twin, long last, int maxBytes) {
    while (!twin.isEmpty()
        && twin.firstKey() <= last
        && twin.values().stream().mapToInt(Entry::sizeBytes).sum() > maxBytes) {
      twin.remove(twin.firstKey());
    }
  }

  private static Entry entry(long index, long term, int bytes) {
    return new Entry(
        new LogPosition(index, term), new Command("u" + index, "", Bytes.wrap(new byte[bytes])));
  }
}
