package dev.flotilla.systemtests.powercuts;

/**
 * One record of a journal as its dump has it.
 *
 * @param index of its entry
 * @param parameters the text that the client sent
 * @param line all of it
 */
record JournalLine(long index, String parameters, String line) {
  private static final int COLUMNS = 7;
  private static final int PARAMETERS = 4;

  static JournalLine parse(String line) {
    String[] columns = line.split("\t", -1);
    if (columns.length != COLUMNS) {
      throw new IllegalArgumentException("not a line of a journal: '" + line + "'");
    }
    return new JournalLine(Long.parseLong(columns[0]), columns[PARAMETERS], line);
  }
}
