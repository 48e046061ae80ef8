package dev.flotilla.storage.log;

import static org.assertj.core.api.Assertions.assertThat;

import dev.flotilla.raft.log.LogRoom;
import dev.flotilla.raft.log.LogRoom.Next;
import dev.flotilla.raft.model.ActivateCommands;
import dev.flotilla.raft.model.ActivateVersion;
import dev.flotilla.raft.model.Bytes;
import dev.flotilla.raft.model.Command;
import dev.flotilla.raft.model.Configuration;
import dev.flotilla.raft.model.Entry;
import dev.flotilla.raft.model.Incarnation;
import dev.flotilla.raft.model.LogPosition;
import dev.flotilla.raft.model.Member;
import dev.flotilla.raft.model.NoOp;
import dev.flotilla.raft.model.NodeId;
import dev.flotilla.raft.model.OpenSession;
import dev.flotilla.raft.model.Payload;
import dev.flotilla.raft.model.SessionTag;
import dev.flotilla.raft.model.WitnessEntry;
import dev.flotilla.storage.disk.MemoryDisk;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** What the log says of its room is so, and what the core counts is what a record takes. */
class LogRoomTest {
  private final MemoryDisk disk = new MemoryDisk();
  private final List<Runnable> background = new ArrayList<>();

  @Test
  void noEntryTakesMoreThanIsCountedForIt() {
    Member member = new Member(new NodeId(new UUID(1, 2)), new Incarnation(3, 4));
    Command plain = new Command("\uffff\uffff", "\u20ac set", Bytes.wrap(new byte[7]));
    List<Payload> payloads =
        List.of(
            plain,
            plain.in(new SessionTag(1, 2, 1)),
            new Command("u", "", Bytes.EMPTY),
            new OpenSession("\u20ac"),
            NoOp.INSTANCE,
            WitnessEntry.INSTANCE,
            new ActivateVersion(2),
            new ActivateCommands(3),
            new Configuration(List.of(member)));
    for (Payload payload : payloads) {
      int bytes = RecordFormat.PAYLOAD + PayloadCodec.sizeOf(payload);
      assertThat(LogRoom.bytesOf(payload)).as(payload.toString()).isBetween(bytes, bytes + 200);
    }
  }

  @Test
  void whatIsSaidToBeSetAsideIsThereToTheLastByteThoughTheDiskIsFull() throws IOException {
    try (DurableLog log = DurableLog.open(disk, 1, Logs.SMALL, Runnable::run)) {
      disk.fillUpAfter(0);
      LogRoom room = log.writer().room(0);
      assertThat(room.next()).isEqualTo(Next.READY);

      log.writer().append(List.of(filling(1, room.currentBytes())));
      log.writer().force();
      assertThat(log.writer().room(1).currentBytes()).isZero();
      log.writer().append(List.of(filling(2, room.nextBytes())));
      log.writer().force();

      assertThat(log.writer().room(2))
          .isEqualTo(new LogRoom(2, 0, 0, room.ownBytes(), Next.NO_ROOM));
      assertThat(log.writer().whyNoRoom())
          .hasValueSatisfying(why -> assertThat(why).contains("space"));
    }
  }

  @Test
  void roomIsMadeAgainOnceThereIsSome() throws IOException {
    AtomicInteger told = new AtomicInteger();
    disk.fillUpAfter(Logs.SMALL.segmentBytes() + 1_000);
    try (DurableLog log = DurableLog.open(disk, 1, Logs.SMALL, background::add)) {
      log.writer().onRoom(told::incrementAndGet);
      assertThat(log.writer().room(0).next()).isEqualTo(Next.BEING_MADE);
      log.writer().makeRoom();
      assertThat(background).hasSize(1);
      runBackground();
      assertThat(log.writer().room(0).next()).isEqualTo(Next.NO_ROOM);
      assertThat(told).hasValue(1);

      log.writer().makeRoom();
      assertThat(background).as("there is too little to try").isEmpty();
      // Enough by what the disk says, but it takes the room for the name as well.
      disk.fillUpAfter(Logs.SMALL.segmentBytes());
      log.writer().makeRoom();
      assertThat(log.writer().room(0).next()).as("while it is tried").isEqualTo(Next.NO_ROOM);
      runBackground();
      assertThat(log.writer().room(0).next()).isEqualTo(Next.NO_ROOM);

      disk.fillUpAfter(Long.MAX_VALUE);
      log.writer().makeRoom();
      runBackground();
      assertThat(log.writer().room(0).next()).isEqualTo(Next.READY);
      assertThat(told).hasValue(3);
      log.writer().makeRoom();
      assertThat(background).isEmpty();
    }
  }

  @Test
  void whatIsDroppedGivesItsRoomBackThoughItWasReadLast() throws IOException {
    try (DurableLog log = Logs.open(disk)) {
      Logs.write(log, Logs.entries(1, 200, 1));
      assertThat(log.read(1, 1, 1)).hasSize(1);
      int files = disk.list().size();
      disk.fillUpAfter(0);

      log.dropUpTo(150);

      int dropped = files - disk.list().size();
      assertThat(dropped).isPositive();
      assertThat(disk.usableBytes()).isEqualTo((long) dropped * Logs.SMALL.segmentBytes());
      assertThat(log.read(151, 50, 1 << 20)).isEqualTo(Logs.entries(151, 200, 1));
    }
  }

  private void runBackground() {
    List<Runnable> tasks = List.copyOf(background);
    background.clear();
    tasks.forEach(Runnable::run);
  }

  private static Entry filling(long index, int bytes) {
    Command empty = new Command("u", "", Bytes.EMPTY);
    int others = RecordFormat.PAYLOAD + PayloadCodec.sizeOf(empty);
    Bytes parameters = Bytes.wrap(new byte[bytes - others]);
    return new Entry(new LogPosition(index, 1), new Command("u", "", parameters));
  }
}
