package dev.flotilla.node.sessions;

import dev.flotilla.node.statemachine.Result;
import dev.flotilla.raft.model.Bytes;
import dev.flotilla.raft.model.LogPosition;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Consecutive commands of an {@link ExecutionWindow}, as arrays. Commands and results append. A
 * large result is an array by itself, so that it can go before the page is full, and arrays of many
 * results never grow large.
 */
final class ExecutionPage {
  /** How many commands a page holds. */
  static final int COMMANDS = 1024;

  private static final int INITIAL_BYTES = 4096;
  private static final int MAX_PACKED_BYTES = 1024;
  private static final byte[] DROPPED = new byte[0];

  private final long[] indexes = new long[COMMANDS];
  private final long[] terms = new long[COMMANDS];
  private final long[] fingerprints = new long[COMMANDS];
  private final int[] hashes = new int[COMMANDS];
  private final int[] nexts = new int[COMMANDS];
  private final boolean[] successes = new boolean[COMMANDS];

  /** Where each uid and each result ends; it begins where the one before it ends. */
  private final int[] uidEnds = new int[COMMANDS];

  private final int[] resultEnds = new int[COMMANDS];

  private byte[] uids = new byte[INITIAL_BYTES];

  private byte[] results = new byte[INITIAL_BYTES];

  /** By slot: null if the value is among {@link #results}, {@link #DROPPED} if none is kept. */
  private final byte[] @Nullable [] large = new byte[COMMANDS][];

  private long largeBytes;

  /** No slot before this one has a large result. */
  private int largeFrom;

  private int commandCount;
  private int resultCount;

  void add(LogPosition position, byte[] uid, long fingerprint, int hash, int next) {
    int start = start(uidEnds, commandCount);
    uids = withRoom(uids, start, uid.length);
    System.arraycopy(uid, 0, uids, start, uid.length);
    uidEnds[commandCount] = start + uid.length;
    indexes[commandCount] = position.index();
    terms[commandCount] = position.term();
    fingerprints[commandCount] = fingerprint;
    hashes[commandCount] = hash;
    nexts[commandCount] = next;
    commandCount++;
  }

  void addResult(Result result) {
    int start = start(resultEnds, resultCount);
    byte[] value = result.value().toArray();
    if (value.length > MAX_PACKED_BYTES) {
      large[resultCount] = value;
      largeBytes += value.length;
      resultEnds[resultCount] = start;
    } else if (!result.hasValue()) {
      large[resultCount] = DROPPED;
      resultEnds[resultCount] = start;
    } else {
      results = withRoom(results, start, value.length);
      System.arraycopy(value, 0, results, start, value.length);
      resultEnds[resultCount] = start + value.length;
    }
    successes[resultCount] = result.success();
    resultCount++;
  }

  boolean holds(int slot, byte[] uid, int hash) {
    return hashes[slot] == hash
        && Arrays.equals(uids, start(uidEnds, slot), uidEnds[slot], uid, 0, uid.length);
  }

  int hash(int slot) {
    return hashes[slot];
  }

  int next(int slot) {
    return nexts[slot];
  }

  void endChain(int slot) {
    nexts[slot] = 0;
  }

  long fingerprint(int slot) {
    return fingerprints[slot];
  }

  LogPosition position(int slot) {
    return new LogPosition(indexes[slot], terms[slot]);
  }

  String uid(int slot) {
    int start = start(uidEnds, slot);
    return new String(uids, start, uidEnds[slot] - start, StandardCharsets.UTF_8);
  }

  Optional<Result> result(int slot) {
    byte[] value = large[slot];
    if (slot >= resultCount || value == DROPPED) {
      return Optional.empty();
    }
    if (value == null) {
      value = Arrays.copyOfRange(results, start(resultEnds, slot), resultEnds[slot]);
    }
    return Optional.of(new Result(successes[slot], Bytes.wrap(value)));
  }

  void write(int slot, DataOutputStream out) throws IOException {
    ClientTableForm.writePosition(position(slot), out);
    ClientTableForm.writeUid(uid(slot), out);
    out.writeLong(fingerprints[slot]);
    out.writeBoolean(successes[slot]);
    ClientTableForm.writeValue(result(slot).map(Result::value), out);
  }

  /** Whether a command that has its result succeeded; known for as long as the command is. */
  boolean success(int slot) {
    return successes[slot];
  }

  /** Returns how many bytes of values were dropped. */
  long dropResults() {
    long dropped = largeBytes + start(resultEnds, resultCount);
    Arrays.fill(large, 0, resultCount, DROPPED);
    largeBytes = 0;
    largeFrom = resultCount;
    Arrays.fill(resultEnds, 0, resultCount, 0);
    results = new byte[0];
    return dropped;
  }

  /**
   * Drops the oldest of the large results, the others stay.
   *
   * @return how many bytes: at least so many, if there are
   */
  long dropLarge(long bytes) {
    long dropped = 0;
    for (; dropped < bytes && largeFrom < resultCount; largeFrom++) {
      byte[] value = large[largeFrom];
      if (value != null) {
        dropped += value.length;
        large[largeFrom] = DROPPED;
      }
    }
    largeBytes -= dropped;
    return dropped;
  }

  /** Makes the page empty. It keeps the arrays whose size is fixed. */
  void clear() {
    uids = new byte[INITIAL_BYTES];
    results = new byte[INITIAL_BYTES];
    Arrays.fill(large, null);
    largeBytes = 0;
    largeFrom = 0;
    commandCount = 0;
    resultCount = 0;
  }

  private static int start(int[] ends, int slot) {
    return slot == 0 ? 0 : ends[slot - 1];
  }

  private static byte[] withRoom(byte[] bytes, int used, int more) {
    int needed = Math.addExact(used, more);
    return needed <= bytes.length
        ? bytes
        : Arrays.copyOf(bytes, Math.max(needed, bytes.length * 2));
  }
}
