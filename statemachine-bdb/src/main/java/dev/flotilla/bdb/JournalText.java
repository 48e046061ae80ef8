package dev.flotilla.bdb;

import dev.flotilla.node.statemachine.EscapedText;
import dev.flotilla.node.statemachine.JournalRecord;

/** Records as lines of text; {@link JournalReader#dump} says how they look. */
final class JournalText {
  private JournalText() {}

  /** Without an end of line. */
  static String line(JournalRecord record) {
    StringBuilder line = new StringBuilder();
    line.append(record.position().index()).append('\t');
    line.append(record.position().term()).append('\t');
    EscapedText.append(record.command().uid(), line);
    line.append('\t');
    EscapedText.append(record.command().command(), line);
    line.append('\t');
    EscapedText.append(record.command().parameters(), line);
    line.append('\t').append(record.result().success()).append('\t');
    EscapedText.append(record.result().value(), line);
    return line.toString();
  }
}
