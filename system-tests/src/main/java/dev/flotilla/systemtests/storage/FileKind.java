package dev.flotilla.systemtests.storage;

import java.util.regex.Pattern;

/** The kinds of files of a data directory, with the state machine's. */
enum FileKind {
  LOG("log segments", "log-[0-9]+"),
  MARK("forced mark", "log-mark"),
  VOTE("vote file", "vote"),
  SNAPSHOT("snapshots", "snapshot-[0-9]+"),
  IDENTITY("identity", "identity\\.properties"),
  FOUNDING("founding list", "founding\\.properties"),
  DATABASE("Berkeley DB", "machine/db/.*\\.jdb"),
  CHECKPOINT("its checkpoint", "machine/checkpoint");

  private final String text;
  private final Pattern names;

  FileKind(String text, String names) {
    this.text = text;
    this.names = Pattern.compile(names);
  }

  /**
   * Whether a file is of this kind.
   *
   * @param name relative to the data directory
   */
  boolean includes(String name) {
    return names.matcher(name).matches();
  }

  @Override
  public String toString() {
    return text;
  }
}
