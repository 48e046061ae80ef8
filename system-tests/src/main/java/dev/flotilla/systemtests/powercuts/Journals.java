package dev.flotilla.systemtests.powercuts;

import dev.flotilla.bdb.JournalReader;
import dev.flotilla.raft.model.Bytes;
import dev.flotilla.systemtests.ServerReads;
import dev.flotilla.systemtests.ServerUnderTest;
import java.io.IOException;
import java.net.URI;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Set;

/**
 * The journals of all servers, compared with each other, and with what clients were told. One
 * thread; calls block.
 */
final class Journals implements AutoCloseable {
  private static final int COLUMNS = 7;
  private static final int PARAMETERS = 4;

  private final Ledger ledger;
  private final ServerReads reads = new ServerReads();
  private final Set<String> executed = new HashSet<>();
  private long verifiedIndex;

  /**
   * One record of a journal as its dump has it.
   *
   * @param index of its entry
   * @param parameters the text that the client sent
   * @param line all of it
   */
  record Line(long index, String parameters, String line) {
    static Line parse(String line) {
      String[] columns = line.split("\t", -1);
      if (columns.length != COLUMNS) {
        throw new IllegalArgumentException("not a line of a journal: '" + line + "'");
      }
      return new Line(Long.parseLong(columns[0]), columns[PARAMETERS], line);
    }
  }

  Journals(Ledger ledger) {
    this.ledger = ledger;
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
  int verify(List<ServerUnderTest> servers) throws IOException, InterruptedException {
    long first = verifiedIndex + 1;
    long last = Math.max(verifiedIndex, ledger.lastAcknowledged());
    NavigableMap<Long, String> acknowledged = ledger.acknowledgedFrom(first).headMap(last, true);
    List<List<Line>> journals = new ArrayList<>();
    for (ServerUnderTest server : servers) {
      journals.add(read(server.address(), first, last));
    }
    check(ledger, journals, acknowledged, executed);
    verifiedIndex = last;
    return acknowledged.size();
  }

  /**
   * The records from an index on up to another of a certain server's own journal, which it reads
   * when it holds all that its leader has committed.
   */
  private List<Line> read(URI server, long from, long to) throws IOException, InterruptedException {
    List<Line> lines = new ArrayList<>();
    long next = from;
    while (next <= to) {
      Bytes more = reads.ask(server, Bytes.utf8("range " + next + " " + to));
      if (more.toUtf8().isEmpty()) {
        break;
      }
      more.toUtf8().lines().map(Line::parse).forEach(lines::add);
      next = lines.get(lines.size() - 1).index() + 1;
    }
    return lines;
  }

  /**
   * Compares the whole journals of servers that have ended.
   *
   * @return how many commands each has
   * @throws IOException with what is wrong
   */
  int verifyFiles(List<ServerUnderTest> servers) throws IOException {
    List<List<Line>> journals = new ArrayList<>();
    for (ServerUnderTest server : servers) {
      StringBuilder dump = new StringBuilder();
      JournalReader.dump(server.directory().resolve("machine"), dump);
      journals.add(dump.toString().lines().map(Line::parse).toList());
    }
    check(ledger, journals, ledger.acknowledgedFrom(0), new HashSet<>());
    return journals.get(0).size();
  }

  /**
   * Compares what each server's journal holds between two indexes with the others, and with what
   * clients were told.
   *
   * @param journals the lines of each server
   * @param acknowledged what each must hold, by index
   * @param executed texts of lines before these; those of these are added
   * @throws IOException with what is wrong
   */
  static void check(
      Ledger ledger,
      List<List<Line>> journals,
      NavigableMap<Long, String> acknowledged,
      Set<String> executed)
      throws IOException {
    if (ledger.contradiction().isPresent()) {
      throw new IOException(ledger.contradiction().get());
    }
    for (int i = 0; i < journals.size(); i++) {
      requireAll(acknowledged, journals.get(i), "server-" + (i + 1));
      if (!journals.get(i).equals(journals.get(0))) {
        throw new IOException("the journals of server-1 and server-" + (i + 1) + " differ");
      }
    }
    for (Line line : journals.get(0)) {
      if (!ledger.wasSent(line.parameters())) {
        throw new IOException("executed, and never sent: " + line.line());
      }
      if (!executed.add(line.parameters())) {
        throw new IOException("executed twice: " + line.line());
      }
    }
  }

  private static void requireAll(
      NavigableMap<Long, String> acknowledged, List<Line> lines, String whose) throws IOException {
    Map<Long, String> texts = new HashMap<>();
    lines.forEach(line -> texts.put(line.index(), line.parameters()));
    for (Map.Entry<Long, String> one : acknowledged.entrySet()) {
      String text = texts.get(one.getKey());
      if (!one.getValue().equals(text)) {
        throw new IOException(
            whose + " lacks the acknowledged command " + one + ", and has there " + text);
      }
    }
  }

  @Override
  public void close() {
    reads.close();
  }
}
