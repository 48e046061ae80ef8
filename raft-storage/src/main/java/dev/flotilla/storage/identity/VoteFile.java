package dev.flotilla.storage.identity;

import dev.flotilla.raft.model.Incarnation;
import dev.flotilla.raft.model.Member;
import dev.flotilla.raft.model.NodeId;
import dev.flotilla.raft.model.TermAndVote;
import dev.flotilla.storage.DamagedLog;
import dev.flotilla.storage.disk.Disk;
import dev.flotilla.storage.disk.DiskFile;
import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Optional;
import java.util.UUID;
import java.util.zip.CRC32C;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Term and vote on disk, twice.
 *
 * <p>The file {@code vote} has two slots in blocks of their own, each with a checksum and a number
 * that rises with every save. A save writes the one slot, forces, writes the other, forces, and
 * only then returns: so whenever a vote has been told to anybody, both slots hold it, and one slot
 * that rots afterwards costs nothing. An election pays two forces for it, about 0.2 ms.
 *
 * <p>What can be found at start:
 *
 * <ul>
 *   <li>two intact slots: the higher number counts. They differ only when a save was cut short; its
 *       vote was told to nobody, and to keep it does no harm
 *   <li>one intact slot: it counts. The other is torn, and then its save never returned, or has
 *       rotted, and then both held the same
 *   <li>no intact slot: {@link DamagedLog}. No crash does that, because the file gets its name when
 *       both slots are forced
 * </ul>
 *
 * <p><b>The window that remains.</b> A slot rots and nobody restarts; the next save is cut short
 * and tears the other one: then the start is refused. It goes back to an older vote only if both
 * blocks turn up with intact older contents.
 *
 * <p>Owner: the log thread. Every call but {@link #current} blocks on the disk.
 */
public final class VoteFile implements Closeable {
  public static final String NAME = "vote";

  private static final Logger LOG = LoggerFactory.getLogger(VoteFile.class);
  private static final String NEW_NAME = "vote.new";

  /** Wider than a sector or a page: a torn write of one slot leaves the other alone. */
  private static final int SLOT_BYTES = 4096;

  private static final int BODY = Integer.BYTES;
  private static final int USED_BYTES = BODY + 6 * Long.BYTES + 1;

  private final DiskFile file;
  private Slot current;
  private boolean failed;

  private record Slot(long number, TermAndVote termAndVote) {
    /** What a slot holds that is not intact. */
    static final Slot NONE = new Slot(0, TermAndVote.INITIAL);
  }

  /**
   * What a start would find.
   *
   * @param termAndVote what counts
   * @param intactSlots 1 or 2
   */
  public record Found(TermAndVote termAndVote, int intactSlots) {}

  private VoteFile(DiskFile file, Slot current) {
    this.file = file;
    this.current = current;
  }

  /**
   * Opens the file, or makes one for a server that never voted; on return both slots are durable.
   *
   * @throws DamagedLog if neither slot is intact; nothing has been changed then
   */
  public static VoteFile open(Disk disk) throws IOException {
    if (!disk.list().contains(NAME)) {
      create(disk);
    }
    DiskFile file = disk.open(NAME);
    try {
      Slot first = read(file, 0);
      Slot second = read(file, 1);
      Slot current = latest(disk, first, second);
      if (isOneLost(first, second)) {
        LOG.warn(
            "{}/{}: one of two copies is not intact, and is written anew from the other",
            disk.location(),
            NAME);
      }
      // The slot that counts is rewritten last, when the other one holds the same. Both are,
      // because what was read may be in the page cache only.
      writeBoth(file, current, current.equals(first) ? 1 : 0);
      disk.sync();
      return new VoteFile(file, current);
    } catch (IOException e) {
      file.close();
      throw e;
    }
  }

  /**
   * Looks at an existing file; changes nothing. Any thread.
   *
   * @throws DamagedLog if neither slot is intact
   */
  public static Found look(Disk disk) throws IOException {
    try (DiskFile file = disk.open(NAME)) {
      Slot first = read(file, 0);
      Slot second = read(file, 1);
      TermAndVote current = latest(disk, first, second).termAndVote();
      return new Found(current, isOneLost(first, second) ? 1 : 2);
    }
  }

  private static boolean isOneLost(Slot first, Slot second) {
    return first.number() == 0 || second.number() == 0;
  }

  private static Slot latest(Disk disk, Slot first, Slot second) throws DamagedLog {
    Slot latest = second.number() > first.number() ? second : first;
    if (latest.number() == 0) {
      throw new DamagedLog(disk.location(), NAME, 0, 0, "term and vote are lost");
    }
    return latest;
  }

  /** What was saved last. Log thread. */
  public TermAndVote current() {
    return current.termAndVote();
  }

  /**
   * Saves term and vote; durable when it returns. After an exception the file can only be closed.
   *
   * @throws IllegalArgumentException if the term went back, or a vote was changed within a term
   */
  public void save(TermAndVote next) throws IOException {
    TermAndVote last = current.termAndVote();
    boolean unsay =
        next.term() == last.term()
            && last.votedFor().isPresent()
            && !next.votedFor().equals(last.votedFor());
    if (next.term() < last.term() || unsay) {
      throw new IllegalArgumentException("after " + last + " there cannot be " + next);
    }
    if (failed) {
      throw new IOException("a vote could not be saved earlier");
    }
    failed = true;
    current = new Slot(current.number() + 1, next);
    writeBoth(file, current, 0);
    failed = false;
  }

  @Override
  public void close() throws IOException {
    file.close();
  }

  private static void create(Disk disk) throws IOException {
    disk.delete(NEW_NAME);
    try (DiskFile file = disk.create(NEW_NAME)) {
      file.write(ByteBuffer.allocate(2 * SLOT_BYTES), 0);
      writeBoth(file, new Slot(1, TermAndVote.INITIAL), 0);
    }
    disk.replace(NEW_NAME, NAME);
    disk.sync();
  }

  private static void writeBoth(DiskFile file, Slot slot, int firstPlace) throws IOException {
    file.write(encode(slot), (long) firstPlace * SLOT_BYTES);
    file.force();
    file.write(encode(slot), (long) (1 - firstPlace) * SLOT_BYTES);
    file.force();
  }

  private static ByteBuffer encode(Slot slot) {
    ByteBuffer buffer = ByteBuffer.allocate(USED_BYTES);
    Optional<Member> vote = slot.termAndVote().votedFor();
    buffer.putInt(0).putLong(slot.number()).putLong(slot.termAndVote().term());
    buffer.put((byte) (vote.isPresent() ? 1 : 0));
    vote.ifPresent(
        member -> {
          UUID id = member.id().uuid();
          buffer.putLong(id.getMostSignificantBits()).putLong(id.getLeastSignificantBits());
          buffer.putLong(member.incarnation().high()).putLong(member.incarnation().low());
        });
    return buffer.putInt(0, checksum(buffer)).rewind();
  }

  private static Slot read(DiskFile file, int place) throws IOException {
    ByteBuffer buffer = ByteBuffer.allocate(USED_BYTES);
    int count = file.read(buffer, (long) place * SLOT_BYTES);
    if (count < USED_BYTES || buffer.getInt(0) != checksum(buffer)) {
      return Slot.NONE;
    }
    buffer.position(BODY);
    long number = buffer.getLong();
    long term = buffer.getLong();
    if (buffer.get() == 0) {
      return new Slot(number, new TermAndVote(term, Optional.empty()));
    }
    NodeId id = new NodeId(new UUID(buffer.getLong(), buffer.getLong()));
    Incarnation incarnation = new Incarnation(buffer.getLong(), buffer.getLong());
    return new Slot(number, new TermAndVote(term, Optional.of(new Member(id, incarnation))));
  }

  private static int checksum(ByteBuffer slot) {
    CRC32C crc = new CRC32C();
    crc.update(slot.slice(BODY, USED_BYTES - BODY));
    return (int) crc.getValue();
  }
}
