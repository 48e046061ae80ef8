package dev.flotilla.bdb.database;

/**
 * The machines of this package, as their directories, threads and messages tell them apart.
 *
 * <p>Internal: public only for the other packages of statemachine-bdb.
 */
public enum StoreKind {
  JOURNAL("journal", "journal", 0x464a_524e, 1),
  KEY_VALUE("key-value store", "key-value", 0x464b_5653, 1);

  private final String noun;
  private final String slug;
  private final int magic;
  private final int version;

  StoreKind(String noun, String slug, int magic, int version) {
    this.noun = noun;
    this.slug = slug;
    this.magic = magic;
    this.version = version;
  }

  /** In a sentence, after an article. */
  String noun() {
    return noun;
  }

  /** In the names of threads. */
  String slug() {
    return slug;
  }

  /** Marks the checkpoint record. */
  int magic() {
    return magic;
  }

  /** Of the format of all that is on disk, database included. */
  int version() {
    return version;
  }

  /** Whether Berkeley DB has emptied pages to take out of its trees. */
  boolean deletes() {
    return this == KEY_VALUE;
  }
}
