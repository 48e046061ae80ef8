package dev.flotilla.storage;

import java.io.IOException;

/**
 * Something that was forced to the disk is no longer there as it was written; the files were left
 * as they are.
 *
 * <p>Such a directory must not vote again (safety rule 2): it may have forgotten what it promised.
 */
public final class DamagedLog extends IOException {
  private static final long serialVersionUID = 1L;

  /**
   * What is to be done about a directory that has forgotten something: nothing that would let it
   * vote again. A server with a new directory takes its place (safety rule 2).
   */
  public static final String KEEP_ASIDE =
      "Do not repair it, nor put back a copy: it may have forgotten what it"
          + " promised. Keep it aside and the other members running; the group goes on while a"
          + " majority of its members runs. Start a server with an empty directory that joins the"
          + " group, and let it replace this one (server --join, members add --replacing). Only if"
          + " the group was never founded, begin anew with an empty directory";

  /** The same of a directory that was only looked at. */
  public static final String REMEDY = "nothing was changed. " + KEEP_ASIDE;

  private final String file;
  private final long offset;
  private final long index;
  private final String finding;

  /**
   * Names the damage.
   *
   * @param location the directory
   * @param file the file's name
   * @param offset the place in the file, in bytes
   * @param index the log index of the first entry that cannot be read, 0 if none is concerned
   * @param finding what is wrong there
   */
  public DamagedLog(String location, String file, long offset, long index, String finding) {
    super(location + "/" + words(file, offset, index, finding) + "; " + REMEDY);
    this.file = file;
    this.offset = offset;
    this.index = index;
    this.finding = finding;
  }

  private static String words(String file, long offset, long index, String finding) {
    return String.format(
        "%s is damaged at offset %s%s: %s",
        file, offset, index == 0 ? "" : ", entry " + index, finding);
  }

  /** What is damaged, where and how, without the directory and the remedy. */
  public String finding() {
    return words(file, offset, index, finding);
  }

  /** The damaged file's name in the data directory. */
  public String file() {
    return file;
  }

  /** Where in the file, in bytes. */
  public long offset() {
    return offset;
  }

  /** The first entry that cannot be read, 0 if no entry is concerned. */
  public long index() {
    return index;
  }
}
