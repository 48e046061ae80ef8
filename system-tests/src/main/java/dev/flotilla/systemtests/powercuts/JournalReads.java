package dev.flotilla.systemtests.powercuts;

import dev.flotilla.raft.model.Bytes;
import dev.flotilla.systemtests.ServerReads;
import java.io.IOException;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;

/**
 * Asks a certain server for its own journal, which it reads when it holds all that its leader has
 * committed. One thread; calls block.
 */
final class JournalReads implements AutoCloseable {
  private final ServerReads reads = new ServerReads();

  /** The records from an index on up to another, as lines of a dump. */
  List<JournalLine> read(URI server, long from, long to) throws IOException {
    List<JournalLine> lines = new ArrayList<>();
    long next = from;
    while (next <= to) {
      List<JournalLine> more =
          reads
              .ask(server, Bytes.utf8("range " + next + " " + to))
              .toUtf8()
              .lines()
              .map(JournalLine::parse)
              .toList();
      if (more.isEmpty()) {
        break;
      }
      lines.addAll(more);
      next = more.get(more.size() - 1).index() + 1;
    }
    return lines;
  }

  @Override
  public void close() {
    reads.close();
  }
}
