package dev.flotilla.raft.log;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.flotilla.raft.effect.Persist;
import dev.flotilla.raft.effect.SnapshotStep;
import dev.flotilla.raft.log.LogRoom.Next;
import dev.flotilla.raft.model.Bytes;
import dev.flotilla.raft.model.Command;
import dev.flotilla.raft.model.Entry;
import dev.flotilla.raft.model.LogPosition;
import dev.flotilla.raft.model.Members;
import dev.flotilla.raft.model.NoOp;
import dev.flotilla.raft.model.Payload;
import dev.flotilla.raft.model.SnapshotMetadata;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** What is taken into the log fits what the disk has set aside, whatever is under way. */
final class LogSpaceTest {
  private static final int FILE_BYTES = 2_000;
  private static final int OWN_BYTES = 250;
  private static final int SEEDS = 300;
  private static final int STEPS = 400;
  private static final List<Next> STATES = List.of(Next.READY, Next.BEING_MADE, Next.NO_ROOM);

  private final LogSpace space = new LogSpace();

  @Test
  void withoutBoundsEverythingFits() {
    assertThat(space.takes(command(1_000_000))).isTrue();
    assertThat(space.isFull()).isFalse();
  }

  @Test
  void aCommandLeavesWhatTheProtocolNeedsForItself() {
    space.tell(new LogRoom(0, OWN_BYTES + 300, 0, OWN_BYTES, Next.NO_ROOM));
    int atMost = 300 - LogRoom.bytesOf(command(0));

    assertThat(space.takes(command(atMost + 1))).isFalse();
    assertThat(space.takes(command(atMost))).isTrue();
    space.appended(command(atMost));
    assertThat(space.takes(command(0))).isFalse();
    assertThat(space.takes(NoOp.INSTANCE)).isTrue();
  }

  @Test
  void whereTheStateHasNoRoomCommandsOfOthersAreTakenAndNoneOfClients() {
    space.tell(new LogRoom(0, 1_000, FILE_BYTES, OWN_BYTES, Next.READY).spared());
    assertThat(space.admits(command(1))).isFalse();
    assertThat(space.takes(command(1_500))).isTrue();
    assertThat(space.isFull()).isTrue();
  }

  @Test
  void whatDoesNotFitTheFileInUseGoesIntoTheNextAsAWhole() {
    space.tell(new LogRoom(0, 400, FILE_BYTES, OWN_BYTES, Next.READY));

    space.appended(command(500));
    assertThat(space.takes(command(FILE_BYTES - 500))).isFalse();
    assertThat(space.takesReset()).as("another file is there").isFalse();
    assertThat(space.takes(command(500))).isTrue();
  }

  @Test
  void whatIsWrittenCountsNoMoreAndWhatWasDroppedBeforeThatNever() {
    space.tell(new LogRoom(0, 1_000, 0, 0, Next.NO_ROOM));
    space.appended(command(300));
    space.appended(command(300));
    assertThat(space.takes(command(300))).isFalse();

    // A new leader's entry has taken the place of both.
    Persist persist = persist(1, command(200));
    space.handedOut(persist);
    assertThat(space.takes(command(500))).isTrue();

    space.tell(new LogRoom(1, 700, 0, 0, Next.NO_ROOM));
    assertThat(space.takes(command(700 - LogRoom.bytesOf(command(0))))).isTrue();
  }

  @Test
  void moreThanWasHandedOutCannotBeWritten() {
    space.tell(new LogRoom(0, 1_000, 0, 0, Next.NO_ROOM));
    space.appended(command(1));
    assertThatThrownBy(() -> space.tell(new LogRoom(1, 900, 0, 0, Next.NO_ROOM)))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void whoeverWritesAllThatIsTakenNeverNeedsMoreThanIsSetAside() {
    int taken = 0;
    for (int seed = 0; seed < SEEDS; seed++) {
      Writer writer = new Writer(new Random(seed));
      for (int i = 0; i < STEPS; i++) {
        writer.step("seed " + seed);
      }
      taken += writer.taken;
    }
    assertThat(taken).isGreaterThan(SEEDS * STEPS / 20);
  }

  /** Writes what was handed out into files, each record as long as it is or shorter. */
  private static final class Writer {
    private final Random random;
    private final LogSpace space = new LogSpace();
    private final ArrayDeque<Persist> underWay = new ArrayDeque<>();
    private List<Entry> gathered = new ArrayList<>();
    private boolean isReset;
    private int left = FILE_BYTES;
    private Next next = Next.READY;
    private long written;
    private long number;
    private long index;
    int taken;

    Writer(Random random) {
      this.random = random;
      tell();
    }

    void step(String seed) {
      switch (random.nextInt(8)) {
        case 0, 1, 2 -> take(random.nextInt(4) == 0 ? NoOp.INSTANCE : command(length()));
        case 3 -> handOut();
        case 4, 5 -> write(seed);
        case 6 -> next = next == Next.READY ? next : STATES.get(random.nextInt(STATES.size()));
        default -> drop();
      }
      if (random.nextBoolean()) {
        tell();
      }
    }

    private int length() {
      return random.nextInt(random.nextInt(10) == 0 ? FILE_BYTES : 100);
    }

    private void take(Payload payload) {
      if (space.takes(payload)) {
        index++;
        gathered.add(new Entry(new LogPosition(index, 1), payload));
        space.appended(payload);
        taken++;
      }
    }

    private void drop() {
      if (random.nextBoolean()) {
        int kept = random.nextInt(gathered.size() + 1);
        gathered = new ArrayList<>(gathered.subList(0, kept));
      } else if (space.takesReset() && !isReset) {
        isReset = true;
        gathered.clear();
        space.reset();
      }
    }

    private void handOut() {
      number++;
      Persist persist =
          new Persist(
              number,
              Optional.empty(),
              isReset ? List.of(new SnapshotStep.ResetLog(snapshot())) : List.of(),
              List.copyOf(gathered),
              List.of());
      gathered.clear();
      isReset = false;
      underWay.add(persist);
      space.handedOut(persist);
    }

    private void write(String seed) {
      Persist persist = underWay.poll();
      if (persist == null) {
        return;
      }
      if (!persist.snapshotSteps().isEmpty()) {
        begin(seed);
        written++;
      }
      for (Entry entry : persist.entries()) {
        int bytes = LogRoom.bytesOf(entry.payload()) - random.nextInt(40);
        if (bytes > left) {
          begin(seed);
        }
        left -= bytes;
        assertThat(left).as(seed).isNotNegative();
        written++;
      }
    }

    private void begin(String seed) {
      assertThat(next).as(seed).isEqualTo(Next.READY);
      left = FILE_BYTES;
      next = STATES.get(random.nextInt(STATES.size()));
    }

    private void tell() {
      int nextBytes = next == Next.READY ? FILE_BYTES : 0;
      space.tell(new LogRoom(written, left, nextBytes, OWN_BYTES, next));
    }
  }

  private static SnapshotMetadata snapshot() {
    return new SnapshotMetadata(new LogPosition(1, 1), 0, Members.group(3), 1, 1, 1);
  }

  private static Persist persist(long number, Payload payload) {
    return new Persist(
        number,
        Optional.empty(),
        List.of(),
        List.of(new Entry(new LogPosition(1, 1), payload)),
        List.of());
  }

  private static Command command(int parameterBytes) {
    return new Command("u", "", Bytes.wrap(new byte[parameterBytes]));
  }
}
