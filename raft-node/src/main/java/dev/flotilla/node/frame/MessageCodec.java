package dev.flotilla.node.frame;

import static dev.flotilla.raft.model.NumberLimits.MAX_INDEX;
import static dev.flotilla.raft.model.NumberLimits.MAX_SEQUENCE;
import static dev.flotilla.raft.model.NumberLimits.MAX_TERM;
import static dev.flotilla.raft.model.NumberLimits.requireWithin;

import dev.flotilla.raft.message.AppendEntries;
import dev.flotilla.raft.message.AppendEntriesResponse;
import dev.flotilla.raft.message.InstallSnapshot;
import dev.flotilla.raft.message.InstallSnapshotResponse;
import dev.flotilla.raft.message.LeaderContact;
import dev.flotilla.raft.message.Message;
import dev.flotilla.raft.message.PreVote;
import dev.flotilla.raft.message.PreVoteResponse;
import dev.flotilla.raft.message.ReadIndex;
import dev.flotilla.raft.message.ReadIndexResponse;
import dev.flotilla.raft.message.RequestVote;
import dev.flotilla.raft.message.RequestVoteResponse;
import dev.flotilla.raft.message.TimeoutNow;
import dev.flotilla.raft.message.TimeoutNowResponse;
import dev.flotilla.raft.message.VoteRefusal;
import dev.flotilla.raft.model.Bytes;
import dev.flotilla.raft.model.Entry;
import dev.flotilla.raft.model.LogPosition;
import dev.flotilla.raft.model.SnapshotMetadata;
import dev.flotilla.storage.ConfigurationForm;
import dev.flotilla.storage.log.PayloadCodec;
import java.io.IOException;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

/**
 * Messages as bytes: a kind, the term and the number, then the fields in the order of the record.
 * Entries have the form of the log. Any thread.
 *
 * <p>The form has no version of its own: who uses it says which one it speaks ({@value #VERSION}).
 */
public final class MessageCodec {
  /** The version of the form; another one whenever it changes. */
  public static final int VERSION = 1;

  private static final int POSITION_BYTES = 2 * Long.BYTES;
  private static final int START_BYTES = 1 + 2 * Long.BYTES;
  private static final int APPEND_BYTES =
      START_BYTES + 2 * POSITION_BYTES + Long.BYTES + 2 * Integer.BYTES;
  private static final int INSTALL_BYTES =
      START_BYTES + POSITION_BYTES + 4 * Long.BYTES + Integer.BYTES;

  /** The longest message of another kind. */
  private static final int MAX_PLAIN_BYTES = START_BYTES + POSITION_BYTES + 2 * Long.BYTES;

  private static final int ENTRY_BYTES = 2 * Long.BYTES + 1 + Integer.BYTES;

  private static final byte APPEND_ENTRIES = 1;
  private static final byte APPEND_ENTRIES_RESPONSE = 2;
  private static final byte PRE_VOTE = 3;
  private static final byte PRE_VOTE_RESPONSE = 4;
  private static final byte REQUEST_VOTE = 5;
  private static final byte REQUEST_VOTE_RESPONSE = 6;
  private static final byte INSTALL_SNAPSHOT = 7;
  private static final byte INSTALL_SNAPSHOT_RESPONSE = 8;
  private static final byte TIMEOUT_NOW = 9;
  private static final byte TIMEOUT_NOW_RESPONSE = 10;
  private static final byte READ_INDEX = 11;
  private static final byte READ_INDEX_RESPONSE = 12;

  /** In the order of their numbers in frames, which stay. */
  private static final List<LeaderContact> CONTACTS =
      List.of(LeaderContact.NOT_CALLABLE, LeaderContact.CALLABLE, LeaderContact.QUIET);

  private static final List<VoteRefusal> REFUSALS =
      List.of(
          VoteRefusal.NONE,
          VoteRefusal.HEARS_LEADER,
          VoteRefusal.NEWER_LOG,
          VoteRefusal.LATER_TERM,
          VoteRefusal.VOTED,
          VoteRefusal.CANNOT_CALL);

  private MessageCodec() {}

  /** The length in bytes, exact for what carries entries or data; else an upper estimate. */
  public static int sizeOf(Message message) {
    if (message instanceof AppendEntries append) {
      int size = APPEND_BYTES;
      for (Entry entry : append.entries()) {
        size += ENTRY_BYTES + PayloadCodec.sizeOf(entry.payload());
      }
      return size;
    }
    if (message instanceof InstallSnapshot install) {
      return INSTALL_BYTES
          + ConfigurationForm.sizeOf(install.snapshot().configuration())
          + install.data().size();
    }
    return MAX_PLAIN_BYTES;
  }

  /** Writes a message; the target has room for {@link #sizeOf}. */
  public static void write(Message message, ByteBuffer target) {
    if (message instanceof AppendEntries append) {
      write(append, start(APPEND_ENTRIES, message, target));
    } else if (message instanceof AppendEntriesResponse response) {
      write(response, start(APPEND_ENTRIES_RESPONSE, message, target));
    } else if (message instanceof InstallSnapshot install) {
      write(install, start(INSTALL_SNAPSHOT, message, target));
    } else if (message instanceof InstallSnapshotResponse response) {
      write(response.done(), start(INSTALL_SNAPSHOT_RESPONSE, message, target))
          .putLong(response.nextOffset());
    } else if (message instanceof ReadIndex read) {
      start(READ_INDEX, message, target).putLong(read.round());
    } else if (message instanceof ReadIndexResponse response) {
      write(response.success(), start(READ_INDEX_RESPONSE, message, target))
          .putLong(response.index())
          .putLong(response.round());
    } else {
      writeElection(message, target);
    }
  }

  private static void writeElection(Message message, ByteBuffer target) {
    if (message instanceof PreVote vote) {
      write(vote.lastLog(), start(PRE_VOTE, message, target));
    } else if (message instanceof PreVoteResponse response) {
      write(response.voteGranted(), start(PRE_VOTE_RESPONSE, message, target))
          .put(number(response.refusal()));
    } else if (message instanceof RequestVote vote) {
      write(vote.transfer(), write(vote.lastLog(), start(REQUEST_VOTE, message, target)));
    } else if (message instanceof RequestVoteResponse response) {
      write(response.voteGranted(), start(REQUEST_VOTE_RESPONSE, message, target))
          .put(number(response.refusal()));
    } else if (message instanceof TimeoutNow) {
      start(TIMEOUT_NOW, message, target);
    } else if (message instanceof TimeoutNowResponse) {
      start(TIMEOUT_NOW_RESPONSE, message, target);
    } else {
      throw new IllegalArgumentException("frames have no form for " + message.getClass());
    }
  }

  /** A reason that frames have no number for is left out: it is for people. */
  private static byte number(VoteRefusal refusal) {
    return (byte) Math.max(0, REFUSALS.indexOf(refusal));
  }

  private static ByteBuffer start(byte kind, Message message, ByteBuffer target) {
    return target.put(kind).putLong(message.term()).putLong(message.sequence());
  }

  private static ByteBuffer write(boolean flag, ByteBuffer target) {
    return target.put((byte) (flag ? 1 : 0));
  }

  private static ByteBuffer write(LogPosition position, ByteBuffer target) {
    return target.putLong(position.index()).putLong(position.term());
  }

  private static void write(AppendEntries append, ByteBuffer target) {
    write(append.confirmed(), write(append.previous(), target))
        .putLong(append.leaderCommit())
        .putInt(append.quietMillis())
        .putInt(append.entries().size());
    for (Entry entry : append.entries()) {
      target.putLong(entry.term()).putLong(entry.timeMillis());
      target.put(PayloadCodec.typeOf(entry.payload()));
      int lengthAt = target.position();
      target.putInt(0);
      PayloadCodec.write(entry.payload(), target);
      target.putInt(lengthAt, target.position() - lengthAt - Integer.BYTES);
    }
  }

  private static void write(AppendEntriesResponse response, ByteBuffer target) {
    write(response.hint(), write(response.success(), target))
        .putInt(response.version())
        .putInt(response.priority())
        .put((byte) CONTACTS.indexOf(response.contact()));
  }

  private static void write(InstallSnapshot install, ByteBuffer target) {
    SnapshotMetadata snapshot = install.snapshot();
    write(snapshot.last(), target)
        .putLong(snapshot.timeMillis())
        .putInt(snapshot.version())
        .putLong(snapshot.sizeBytes())
        .putLong(snapshot.checksum())
        .putLong(install.offset());
    ConfigurationForm.write(snapshot.configuration(), target);
    install.data().copyTo(target);
  }

  /**
   * Reads what {@link #write} wrote.
   *
   * @param source from its position to its limit the message and nothing else; anybody may have
   *     written it
   * @throws IOException if it is not a message
   */
  public static Message read(ByteBuffer source) throws IOException {
    try {
      byte kind = source.get();
      long term = requireWithin("term", source.getLong(), MAX_TERM);
      long sequence = requireWithin("sequence", source.getLong(), MAX_SEQUENCE);
      Message message = read(kind, term, sequence, source);
      if (source.hasRemaining()) {
        throw new IOException(
            "a message of kind %s has %s bytes too many".formatted(kind, source.remaining()));
      }
      return message;
    } catch (BufferUnderflowException | IllegalArgumentException e) {
      throw new IOException("not a message: " + e, e);
    }
  }

  private static Message read(byte kind, long term, long sequence, ByteBuffer source)
      throws IOException {
    return switch (kind) {
      case APPEND_ENTRIES -> readAppend(term, sequence, source);
      case APPEND_ENTRIES_RESPONSE -> readAppendResponse(term, sequence, source);
      case PRE_VOTE -> new PreVote(term, readPosition(source), sequence);
      case PRE_VOTE_RESPONSE ->
          new PreVoteResponse(term, readFlag(source), sequence, readRefusal(source));
      case REQUEST_VOTE -> new RequestVote(term, readPosition(source), sequence, readFlag(source));
      case REQUEST_VOTE_RESPONSE ->
          new RequestVoteResponse(term, readFlag(source), sequence, readRefusal(source));
      case INSTALL_SNAPSHOT -> readInstall(term, sequence, source);
      case INSTALL_SNAPSHOT_RESPONSE ->
          new InstallSnapshotResponse(term, readFlag(source), source.getLong(), sequence);
      case TIMEOUT_NOW -> new TimeoutNow(term, sequence);
      case TIMEOUT_NOW_RESPONSE -> new TimeoutNowResponse(term, sequence);
      case READ_INDEX -> new ReadIndex(term, requireRound(source.getLong()), sequence);
      case READ_INDEX_RESPONSE ->
          new ReadIndexResponse(
              term,
              readFlag(source),
              requireWithin("index", source.getLong(), MAX_INDEX),
              requireRound(source.getLong()),
              sequence);
      default -> throw new IOException("this version knows no message of kind " + kind);
    };
  }

  private static long requireRound(long round) {
    return requireWithin("round", round, MAX_SEQUENCE);
  }

  private static AppendEntries readAppend(long term, long sequence, ByteBuffer source)
      throws IOException {
    LogPosition previous = readPosition(source);
    LogPosition confirmed = readPosition(source);
    long leaderCommit = source.getLong();
    int quietMillis = source.getInt();
    int count = source.getInt();
    if (count < 0 || count > source.remaining() / ENTRY_BYTES) {
      throw new IOException(
          "a list of %s entries in %s bytes".formatted(count, source.remaining()));
    }
    List<Entry> entries = new ArrayList<>(count);
    for (int i = 1; i <= count; i++) {
      entries.add(readEntry(previous.index() + i, source));
    }
    return new AppendEntries(
        term, previous, entries, leaderCommit, sequence, confirmed, quietMillis);
  }

  private static Entry readEntry(long index, ByteBuffer source) throws IOException {
    LogPosition position = new LogPosition(index, source.getLong());
    long timeMillis = source.getLong();
    byte type = source.get();
    int length = source.getInt();
    if (length < 0 || length > source.remaining()) {
      throw new IOException(
          "entry %s of %s bytes in %s".formatted(position, length, source.remaining()));
    }
    ByteBuffer payload = source.slice(source.position(), length);
    source.position(source.position() + length);
    return new Entry(position, timeMillis, PayloadCodec.read(type, payload));
  }

  private static AppendEntriesResponse readAppendResponse(
      long term, long sequence, ByteBuffer source) throws IOException {
    boolean success = readFlag(source);
    LogPosition hint = readPosition(source);
    return new AppendEntriesResponse(
        term,
        success,
        hint,
        sequence,
        source.getInt(),
        source.getInt(),
        CONTACTS.get(readNumber(source, CONTACTS.size())));
  }

  private static InstallSnapshot readInstall(long term, long sequence, ByteBuffer source)
      throws IOException {
    LogPosition last = readPosition(source);
    long timeMillis = source.getLong();
    int version = source.getInt();
    long sizeBytes = source.getLong();
    long checksum = source.getLong();
    long offset = source.getLong();
    SnapshotMetadata snapshot =
        new SnapshotMetadata(
            last, timeMillis, ConfigurationForm.read(source), version, sizeBytes, checksum);
    byte[] data = new byte[source.remaining()];
    source.get(data);
    return new InstallSnapshot(term, snapshot, offset, Bytes.wrap(data), sequence);
  }

  private static LogPosition readPosition(ByteBuffer source) {
    return new LogPosition(source.getLong(), source.getLong());
  }

  private static boolean readFlag(ByteBuffer source) throws IOException {
    return readNumber(source, 2) == 1;
  }

  private static VoteRefusal readRefusal(ByteBuffer source) throws IOException {
    return REFUSALS.get(readNumber(source, REFUSALS.size()));
  }

  private static int readNumber(ByteBuffer source, int count) throws IOException {
    byte number = source.get();
    if (number < 0 || number >= count) {
      throw new IOException("%s is not within 0 and %s".formatted(number, count - 1));
    }
    return number;
  }
}
