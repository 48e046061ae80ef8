package dev.flotilla.systemtests.powercuts;

import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Set;

/**
 * Compares what each server's journal holds between two indexes with the others, and with what
 * clients were told.
 *
 * @param ledger what clients have sent
 */
record JournalCheck(Ledger ledger) {
  /**
   * Checks.
   *
   * @param journals the lines of each server
   * @param acknowledged what each must hold, by index
   * @param executed texts of lines before these; those of these are added
   * @throws IOException with what is wrong
   */
  void check(
      List<List<JournalLine>> journals,
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
    for (JournalLine line : journals.get(0)) {
      if (!ledger.wasSent(line.parameters())) {
        throw new IOException("executed, and never sent: " + line.line());
      }
      if (!executed.add(line.parameters())) {
        throw new IOException("executed twice: " + line.line());
      }
    }
  }

  private static void requireAll(
      NavigableMap<Long, String> acknowledged, List<JournalLine> lines, String whose)
      throws IOException {
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
}
