package dev.flotilla.bdb;

import static org.assertj.core.api.Assertions.assertThat;

import dev.flotilla.node.statemachine.CommittedCommand;
import dev.flotilla.node.statemachine.RestorableStateMachine;
import dev.flotilla.node.statemachine.StateSnapshot;
import dev.flotilla.raft.model.Bytes;
import dev.flotilla.raft.model.Command;
import dev.flotilla.raft.model.LogPosition;
import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.UUID;
import java.util.function.LongFunction;
import java.util.function.Supplier;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A restore takes no more of the disk than was said before, at no time. */
@Tag("slow")
class RestoreBytesTest {
  private static final int COMMANDS = 20_000;
  private static final int BATCH = 500;
  private static final int LOOKS = 50;

  private final long seed = System.nanoTime();
  private final Random random = new Random(seed);
  @TempDir private Path folder;
  private final List<RestorableStateMachine> machines = new ArrayList<>();

  @AfterEach
  void terminate() {
    machines.forEach(RestorableStateMachine::terminate);
  }

  @Test
  @Tag("full")
  void aJournalTakesWhatItClaimedWhateverItHadBefore() throws IOException {
    assertKeepsToItsClaim(Journal::new, Samples::at, 8);
    assertKeepsToItsClaim(Journal::new, RestoreBytesTest::inSession, 3);
    assertKeepsToItsClaim(Journal::new, index -> command(index, "c", Bytes.EMPTY), 9);
  }

  @Test
  @Tag("full")
  void aStoreTakesWhatItClaimedWhateverItHadBefore() throws IOException {
    assertKeepsToItsClaim(KeyValueStore::new, index -> put(index, "key/" + index, 100), 2);
    assertKeepsToItsClaim(
        KeyValueStore::new, index -> put(index, new UUID(index * 31, 7) + "", 30), 2);
    assertKeepsToItsClaim(
        KeyValueStore::new, index -> put(index, "key " + random.nextInt(500), 20), 2);
  }

  @Test
  void aStoreOfTheSmallestPairsKnowsThemFromItsOwn() throws IOException {
    LongFunction<CommittedCommand> tiny = index -> put(index, Long.toString(index, 36), 1);
    byte[] state = stateOf(KeyValueStore::new, tiny);

    assertTakesNoMore(opened(KeyValueStore::new, tiny, COMMANDS * 9 / 10), state);
  }

  @Test
  void whatIsClaimedIsBoundedByTheSnapshotHoweverLongTheLogWas() throws IOException {
    RestorableStateMachine store = opened(KeyValueStore::new, index -> put(index, "k", 1), 0);
    RestorableStateMachine journal = opened(Journal::new, Samples::at, 0);

    assertThat(store.restoreBytes(1_000_000, Long.MAX_VALUE)).isBetween(1_000_000L, 2_000_000L);
    assertThat(journal.restoreBytes(1_000_000, Long.MAX_VALUE)).isBetween(1_000_000L, 26_000_000L);
    assertThat(store.restoreBytes(0, 0)).isZero();
    assertThat(journal.restoreBytes(0, 0)).isZero();
  }

  private void assertKeepsToItsClaim(
      Supplier<RestorableStateMachine> kind, LongFunction<CommittedCommand> commands, int most)
      throws IOException {
    byte[] state = stateOf(kind, commands);
    for (int before : new int[] {0, COMMANDS / 10, COMMANDS}) {
      long claimed = assertTakesNoMore(opened(kind, commands, before), state);
      assertThat(claimed).as("far too much").isLessThanOrEqualTo((long) most * state.length);
    }
  }

  /** Returns what was claimed. */
  private long assertTakesNoMore(RestorableStateMachine machine, byte[] state) throws IOException {
    Path directory = folder.resolve("machine" + machines.indexOf(machine));
    long before = bytesIn(directory.toFile());
    long claimed = machine.restoreBytes(state.length, COMMANDS);
    List<Long> taken = new ArrayList<>();
    Runnable look =
        () -> {
          taken.add(bytesIn(directory.toFile()));
          assertThat(machine.restoreBytes(state.length, COMMANDS)).isNotNegative();
        };

    machine.restoreFrom(new CopyingStream(state, state.length / LOOKS, look), COMMANDS);

    look.run();
    machine.terminate();
    taken.add(bytesIn(directory.toFile()));
    assertThat(taken)
        .as("seed " + seed + ", a snapshot of " + state.length + ", " + before + " were there")
        .hasSizeGreaterThan(2)
        .allMatch(bytes -> bytes <= before + claimed);
    return claimed;
  }

  private byte[] stateOf(
      Supplier<RestorableStateMachine> kind, LongFunction<CommittedCommand> commands)
      throws IOException {
    ByteArrayOutputStream target = new ByteArrayOutputStream();
    try (StateSnapshot held = opened(kind, commands, COMMANDS).snapshot()) {
      held.writeTo(target);
    }
    return target.toByteArray();
  }

  private RestorableStateMachine opened(
      Supplier<RestorableStateMachine> kind, LongFunction<CommittedCommand> commands, int count)
      throws IOException {
    RestorableStateMachine machine = kind.get();
    machine.initialize(Files.createDirectory(folder.resolve("machine" + machines.size())));
    machines.add(machine);
    for (long next = 1; next <= count; next += BATCH) {
      machine.apply(LongStream.range(next, next + BATCH).mapToObj(commands).toList());
    }
    return machine;
  }

  private CommittedCommand put(long index, String key, int valueBytes) {
    byte[] value = new byte[valueBytes];
    random.nextBytes(value);
    KeyValueText.Operation put = KeyValueText.put(Bytes.utf8(key), Bytes.wrap(value));
    return command(index, put.command(), put.parameters());
  }

  private static CommittedCommand inSession(long index) {
    String uid = "urn:flotilla:session:" + Samples.uid(index) + ":" + index;
    return Samples.at(index, uid, "c", Bytes.wrap(new byte[100]));
  }

  private static CommittedCommand command(long index, String name, Bytes parameters) {
    return new CommittedCommand(
        new LogPosition(index, 1), new Command(new UUID(index, 1).toString(), name, parameters));
  }

  private static long bytesIn(File directory) {
    long bytes = 0;
    for (File each : Objects.requireNonNullElse(directory.listFiles(), new File[0])) {
      bytes += each.isDirectory() ? bytesIn(each) : each.length();
    }
    return bytes;
  }
}
