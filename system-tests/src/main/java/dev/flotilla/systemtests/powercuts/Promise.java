package dev.flotilla.systemtests.powercuts;

import dev.flotilla.raft.model.Command;
import dev.flotilla.raft.model.Entry;
import dev.flotilla.raftdpws.message.StatusResponse.Progress;
import dev.flotilla.storage.log.Inspection;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.NavigableMap;

/**
 * What a server that runs has promised, and its own disk must hold whatever fails: it applies only
 * what is durable there (safety rule 7), and speaks in a term only when that is. Others may make up
 * for what one disk has lost, so that nothing is missing once the server serves again; therefore
 * the disk is looked at before.
 *
 * @param term it has taken part in this term; 0 if that is not known
 * @param appliedIndex it has applied all up to there
 */
record Promise(long term, long appliedIndex) {
  /** What a {@link JournalServer} answers with one. */
  static final String QUESTION = "promise";

  private static final int MAX_NAMED = 5;

  /**
   * In which term a server that runs has promised something. Its status has a term before it is
   * forced. But the disk is written in order, and only what is durable is applied: so a term is
   * durable once an entry is applied that was added to the log after it. One thread.
   */
  static final class Term {
    private long promised;
    private long told;
    private long lastIndexThen;

    /** Looks at how far the server is by now; the more often, the later the term that is known. */
    Promise look(Progress now) {
      if (now.appliedIndex() > lastIndexThen) {
        promised = told;
        told = now.term();
        lastIndexThen = now.lastIndex();
      }
      return new Promise(promised, now.appliedIndex());
    }
  }

  /** Reads {@link #text}. */
  static Promise parse(String text) {
    String[] numbers = text.split(" ", -1);
    return new Promise(Long.parseLong(numbers[0]), Long.parseLong(numbers[1]));
  }

  /** Both of them. */
  Promise and(Promise other) {
    return new Promise(Math.max(term, other.term), Math.max(appliedIndex, other.appliedIndex));
  }

  String text() {
    return term + " " + appliedIndex;
  }

  /**
   * What a disk lacks of it; nothing if it was kept. What the log has dropped must be in a sound
   * snapshot, which is a part of the inspection.
   *
   * @param log what is on the disk
   * @param ledger knows which commands were acknowledged, at which index
   */
  List<String> brokenBy(Inspection log, Ledger ledger) throws IOException {
    List<String> broken = new ArrayList<>();
    log.finding()
        .ifPresent(it -> broken.add("a server would refuse its directory: " + it.getMessage()));
    if (log.termAndVote().term() < term) {
      broken.add(
          "its vote file is in term %s, and it was in %s"
              .formatted(log.termAndVote().term(), term));
    }
    if (log.lastIndex() < appliedIndex) {
      broken.add(
          "its log ends at %s, and it had applied all up to %s"
              .formatted(log.lastIndex(), appliedIndex));
    }
    NavigableMap<Long, String> acknowledged =
        ledger.acknowledgedFrom(log.firstIndex()).headMap(appliedIndex, true);
    log.forEach(
        log.firstIndex(),
        appliedIndex,
        entry -> {
          String text = acknowledged.get(entry.index());
          if (text != null && !isCommand(entry, text) && broken.size() < MAX_NAMED) {
            broken.add(
                "its log has at %s not the command that was acknowledged: %s"
                    .formatted(entry.index(), text));
          }
        });
    return broken;
  }

  private static boolean isCommand(Entry entry, String text) {
    return entry.payload() instanceof Command command && Ledger.textOf(command).equals(text);
  }
}
