package dev.flotilla.node.sessions;

import dev.flotilla.node.statemachine.Result;
import dev.flotilla.raft.model.Bytes;
import dev.flotilla.raft.model.LogPosition;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The latest executed commands by uid: what makes a command happen once (safety rule 6).
 *
 * <p>Owned by the apply thread. Which commands it holds is a function of the executed commands
 * alone, the same on every member however they were batched, because it decides what is executed: a
 * command is admitted, and the one that is {@code maxCommands} older forgotten, in log order.
 * Results come after, in the same order. Results may be large, so beyond {@code maxResultBytes} the
 * oldest are dropped, when the next command comes, so that whoever sent the last ones has been
 * answered; their uids stay, so that nothing is executed twice, and whether they succeeded: only
 * the answer to a very late retry is poorer.
 *
 * <p>It is a ring of {@link ExecutionPage}s, which hold arrays of numbers and bytes and are used
 * again: 100,000 small objects that all die of old age would be the worst case of every collector.
 * A handle is a place in the ring, valid until the command is forgotten. Commands whose hashes
 * share a bucket are chained from the newest to the oldest, so the one to forget ends its chain.
 *
 * <p>Internal: public only for the other packages of raft-node.
 */
public final class ExecutionWindow {
  /** How many commands are remembered: part of the contract with clients. */
  static final int MAX_COMMANDS = 100_000;

  /** How many bytes of results are kept for retries. */
  static final int MAX_RESULT_BYTES = 16 * 1024 * 1024;

  /**
   * How many commands may be admitted before the first of them is resolved: so long a handle stays
   * readable after its command was forgotten.
   */
  static final int MAX_UNRESOLVED = ExecutionPage.COMMANDS;

  private static final int SPARE_PAGES = 2;
  private static final int NONE = -1;

  private final int maxCommands;
  private final long maxResultBytes;
  final SeenUids seen;
  private final @Nullable ExecutionPage[] pages;
  private final int ringSize;
  private final int[] buckets;

  /** Commands ever admitted, and ever given a result; the place of the n-th is n modulo ring. */
  private long admitted;

  private long resolved;
  private long resultBytes;

  /** The oldest page that may still keep results, counted without wrapping. */
  private long oldestPageWithResults;

  public ExecutionWindow(int maxCommands, long maxResultBytes, SeenUids seen) {
    this.maxCommands = maxCommands;
    this.maxResultBytes = maxResultBytes;
    this.seen = seen;
    int pageCount =
        (maxCommands + ExecutionPage.COMMANDS - 1) / ExecutionPage.COMMANDS + SPARE_PAGES;
    this.pages = new ExecutionPage[pageCount];
    this.ringSize = pageCount * ExecutionPage.COMMANDS;
    this.buckets = new int[Integer.highestOneBit(ringSize) * 2];
  }

  /** An empty window of the size that clients are promised. */
  static ExecutionWindow forNode(SeenUids seen) {
    return new ExecutionWindow(MAX_COMMANDS, MAX_RESULT_BYTES, seen);
  }

  /**
   * Admits a command unless its uid is in the window.
   *
   * @return the new command's handle, to be resolved in turn; or, if the uid is known, the ones'
   *     complement (negative) of the earlier command's handle
   */
  int admit(LogPosition position, String uid, long fingerprint) {
    return admit(
        position, uid, fingerprint, resolved == admitted ? maxResultBytes : Long.MAX_VALUE);
  }

  private int admit(LogPosition position, String uid, long fingerprint, long keptBytes) {
    byte[] key = uid.getBytes(StandardCharsets.UTF_8);
    int uidHash = seen.hashOf(uid);
    int known = find(key, uidHash);
    if (known != NONE) {
      return ~known;
    }
    dropResultsBeyond(keptBytes);
    if (admitted >= maxCommands) {
      forget(placeOf(admitted - maxCommands));
    }
    int place = placeOf(admitted);
    ExecutionPage page = pageFor(place);
    int bucket = uidHash & (buckets.length - 1);
    page.add(position, key, fingerprint, uidHash, buckets[bucket]);
    buckets[bucket] = place + 1;
    admitted++;
    return place;
  }

  /** Gives the oldest command that has no result yet its result. */
  void resolve(Result result) {
    if (resolved == admitted) {
      throw new IllegalStateException("a result without a command");
    }
    page(placeOf(resolved)).addResult(result);
    resolved++;
    resultBytes += result.value().size();
  }

  /** How many commands may be admitted ahead of their results. */
  int maxUnresolved() {
    return Math.min(maxCommands, MAX_UNRESOLVED);
  }

  /** The handle of the command under a uid, or -1. */
  int find(String uid) {
    return find(uid.getBytes(StandardCharsets.UTF_8), seen.hashOf(uid));
  }

  long fingerprint(int handle) {
    return page(handle).fingerprint(handle % ExecutionPage.COMMANDS);
  }

  LogPosition position(int handle) {
    return page(handle).position(handle % ExecutionPage.COMMANDS);
  }

  /** The first result; empty if it was too long ago for so large a result. */
  Optional<Result> result(int handle) {
    return page(handle).result(handle % ExecutionPage.COMMANDS);
  }

  /** Whether a command that has its result succeeded. */
  boolean success(int handle) {
    return page(handle).success(handle % ExecutionPage.COMMANDS);
  }

  /**
   * Writes the commands and what is kept of their results, oldest first. All must be resolved. Two
   * windows that hold the same commands write the same, but for results that one has dropped.
   */
  void write(DataOutputStream out) throws IOException {
    if (resolved != admitted) {
      throw new IllegalStateException("a batch is being executed");
    }
    long first = Math.max(0, admitted - maxCommands);
    out.writeInt((int) (admitted - first));
    for (long number = first; number < admitted; number++) {
      int place = placeOf(number);
      page(place).write(place % ExecutionPage.COMMANDS, out);
    }
  }

  /**
   * Reads what {@link #write} wrote into an empty window: all of it, the next command drops what is
   * too much.
   *
   * @throws IOException if it is nothing that {@link #write} writes, or the stream fails
   */
  void read(DataInputStream in) throws IOException {
    int count = in.readInt();
    if (count < 0 || count > maxCommands) {
      throw new IOException("a window of " + count + " commands, at most " + maxCommands);
    }
    for (int i = 0; i < count; i++) {
      LogPosition position = ClientTableForm.readPosition(in);
      String uid = ClientTableForm.readUid(in);
      if (admit(position, uid, in.readLong(), Long.MAX_VALUE) < 0) {
        throw new IOException("the uid '" + uid + "' is there twice");
      }
      boolean success = in.readBoolean();
      Optional<Bytes> value = ClientTableForm.readValue(in);
      resolve(new Result(success, value.orElse(Bytes.EMPTY), value.isPresent()));
    }
  }

  private int find(byte[] key, int uidHash) {
    int link = buckets[uidHash & (buckets.length - 1)];
    while (link != 0) {
      int place = link - 1;
      ExecutionPage page = page(place);
      if (page.holds(place % ExecutionPage.COMMANDS, key, uidHash)) {
        return place;
      }
      link = page.next(place % ExecutionPage.COMMANDS);
    }
    return NONE;
  }

  private void forget(int place) {
    int bucket = page(place).hash(place % ExecutionPage.COMMANDS) & (buckets.length - 1);
    if (buckets[bucket] == place + 1) {
      buckets[bucket] = 0;
      return;
    }
    int at = buckets[bucket] - 1;
    int next = page(at).next(at % ExecutionPage.COMMANDS);
    while (next != place + 1) {
      at = next - 1;
      next = page(at).next(at % ExecutionPage.COMMANDS);
    }
    page(at).endChain(at % ExecutionPage.COMMANDS);
  }

  private void dropResultsBeyond(long keptBytes) {
    long firstOfPage = oldestPageWithResults * ExecutionPage.COMMANDS;
    while (resultBytes > keptBytes && firstOfPage < resolved) {
      ExecutionPage page = page(placeOf(firstOfPage));
      resultBytes -= page.dropLarge(resultBytes - keptBytes);
      firstOfPage += ExecutionPage.COMMANDS;
      if (resultBytes > keptBytes && firstOfPage <= resolved) {
        resultBytes -= page.dropResults();
        oldestPageWithResults++;
      }
    }
  }

  private ExecutionPage pageFor(int place) {
    int number = place / ExecutionPage.COMMANDS;
    ExecutionPage page = pages[number];
    if (page == null) {
      page = new ExecutionPage();
      pages[number] = page;
    } else if (place % ExecutionPage.COMMANDS == 0) {
      long recycled = admitted / ExecutionPage.COMMANDS - pages.length;
      if (recycled >= oldestPageWithResults) {
        oldestPageWithResults = recycled + 1;
        resultBytes -= page.dropResults();
      }
      page.clear();
    }
    return page;
  }

  private ExecutionPage page(int place) {
    ExecutionPage page = pages[place / ExecutionPage.COMMANDS];
    if (page == null) {
      throw new IllegalStateException("no command at place " + place);
    }
    return page;
  }

  private int placeOf(long number) {
    return (int) (number % ringSize);
  }
}
