package dev.flotilla.systemtests.powercuts;

import dev.flotilla.bdb.JournalReader;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.NavigableMap;
import java.util.Set;

/** The journals of all servers, read and checked. One thread; calls block. */
final class ServersJournals implements AutoCloseable {
  private final Ledger ledger;
  private final JournalCheck check;
  private final JournalReads reads = new JournalReads();
  private final Set<String> executed = new HashSet<>();
  private long verifiedIndex;

  ServersJournals(Ledger ledger) {
    this.ledger = ledger;
    this.check = new JournalCheck(ledger);
  }

  /** Up to here every server was seen to have what was acknowledged by then. */
  long verifiedIndex() {
    return verifiedIndex;
  }

  /**
   * Asks each server for its journal from where the last call ended up to what has been
   * acknowledged by now.
   *
   * @return how many acknowledged commands that are
   * @throws IOException with what is wrong
   */
  int verify(List<CutServer> servers) throws IOException, InterruptedException {
    long first = verifiedIndex + 1;
    long last = Math.max(verifiedIndex, ledger.lastAcknowledged());
    NavigableMap<Long, String> acknowledged = ledger.acknowledgedFrom(first).headMap(last, true);
    List<List<JournalLine>> journals = new ArrayList<>();
    for (CutServer server : servers) {
      journals.add(reads.read(server.address(), first, last));
    }
    check.check(journals, acknowledged, executed);
    verifiedIndex = last;
    return acknowledged.size();
  }

  /**
   * Compares the whole journals of servers that have ended.
   *
   * @return how many commands each has
   * @throws IOException with what is wrong
   */
  int verifyFiles(List<Path> directories) throws IOException {
    List<List<JournalLine>> journals = new ArrayList<>();
    for (Path directory : directories) {
      StringBuilder dump = new StringBuilder();
      JournalReader.dump(directory.resolve("machine"), dump);
      journals.add(dump.toString().lines().map(JournalLine::parse).toList());
    }
    check.check(journals, ledger.acknowledgedFrom(0), new HashSet<>());
    return journals.get(0).size();
  }

  @Override
  public void close() {
    reads.close();
  }
}
