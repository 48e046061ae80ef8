package dev.flotilla.storage.log;

import dev.flotilla.storage.DirectoryRefused;
import dev.flotilla.storage.DirectoryRefused.Reason;
import dev.flotilla.storage.disk.Disk;
import dev.flotilla.storage.disk.DiskFile;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** The segment files of a log, by number. Any thread. */
final class SegmentFiles {
  private static final String PREFIX = "log-";
  private static final int DIGITS = 10;

  /** So many fit a long. */
  private static final int MAX_DIGITS = 18;

  private static final int PIECE_BYTES = 256 * 1024;

  private final Disk disk;

  /** Of the log: see {@link LogWriter#checksum}. */
  final long key;

  SegmentFiles(Disk disk, long key) {
    this.disk = disk;
    this.key = key;
  }

  static String name(long number) {
    String digits = Long.toString(number);
    return PREFIX + "0".repeat(Math.max(0, DIGITS - digits.length())) + digits;
  }

  static boolean isSegment(String name) {
    return name.startsWith(PREFIX)
        && name.length() >= PREFIX.length() + DIGITS
        && name.chars().skip(PREFIX.length()).allMatch(c -> c >= '0' && c <= '9');
  }

  String location() {
    return disk.location();
  }

  /**
   * The numbers of the files that exist, ascending.
   *
   * @throws DirectoryRefused if one is numbered as {@link #name} never does
   */
  List<Long> numbers() throws IOException {
    List<Long> numbers = new ArrayList<>();
    for (String name : disk.list()) {
      if (isSegment(name)) {
        numbers.add(number(name));
      }
    }
    Collections.sort(numbers);
    return numbers;
  }

  private long number(String name) throws DirectoryRefused {
    String digits = name.substring(PREFIX.length());
    if (digits.length() <= MAX_DIGITS) {
      long number = Long.parseLong(digits);
      if (number > 0 && name(number).equals(name)) {
        return number;
      }
    }
    throw new DirectoryRefused(
        Reason.FOREIGN,
        location(),
        "holds '" + name + "', a log file with a number that no server gives",
        "move that file away");
  }

  DiskFile open(long number) throws IOException {
    return disk.open(name(number));
  }

  void delete(long number) throws IOException {
    disk.delete(name(number));
  }

  long usableBytes() throws IOException {
    return disk.usableBytes();
  }

  void sync() throws IOException {
    disk.sync();
  }

  /**
   * Makes a segment full of zeros, durably: later writes then change no metadata, and a force costs
   * two thirds of what it costs on a file that grows. In pieces, so that the log's own forces
   * meanwhile wait for a piece at most.
   */
  DiskFile createBlank(long number, int bytes) throws IOException {
    DiskFile file = disk.create(name(number));
    try {
      ByteBuffer zeros = ByteBuffer.allocateDirect(Math.min(bytes, PIECE_BYTES));
      for (int offset = 0; offset < bytes; offset += zeros.capacity()) {
        zeros.clear().limit(Math.min(zeros.capacity(), bytes - offset));
        file.write(zeros, offset);
        file.force();
      }
      disk.sync();
      return file;
    } catch (IOException e) {
      file.close();
      disk.delete(name(number));
      throw e;
    }
  }
}
