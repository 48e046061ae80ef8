package dev.flotilla.systemtests.storage;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;

/**
 * One byte that changes.
 *
 * @param file relative to the data directory
 * @param offset the place in it
 * @param mask the bits that turn over
 */
record Flip(String file, long offset, int mask) implements Trial.Harm {
  private static final int MASKS = 255;

  /**
   * Draws a place in one of the files of a kind, each as likely as it is large.
   *
   * @param isWritten whether it must be where something is written; else it is anywhere
   */
  static Flip draw(Path sound, List<String> files, boolean isWritten, RandomGenerator random)
      throws IOException {
    List<Long> ends = new ArrayList<>();
    long all = 0;
    for (String file : files) {
      all += Files.size(sound.resolve(file));
      ends.add(all);
    }
    while (true) {
      long at = random.nextLong(all);
      int number = 0;
      while (ends.get(number) <= at) {
        number++;
      }
      String file = files.get(number);
      Flip flip =
          new Flip(
              file,
              at - ends.get(number) + Files.size(sound.resolve(file)),
              1 + random.nextInt(MASKS));
      if (!isWritten || flip.byteIn(sound) != 0) {
        return flip;
      }
    }
  }

  boolean hasPlaceOf(Flip other) {
    return offset == other.offset && file.equals(other.file);
  }

  @Override
  public void strike(Path directory) throws IOException {
    try (RandomAccessFile bytes = new RandomAccessFile(directory.resolve(file).toFile(), "rw")) {
      bytes.seek(offset);
      int old = bytes.read();
      bytes.seek(offset);
      bytes.write(old ^ mask);
    }
  }

  @Override
  public boolean standsIn(Path directory, Path sound) throws IOException {
    return Files.exists(directory.resolve(file))
        && Files.size(directory.resolve(file)) > offset
        && byteIn(directory) == (byteIn(sound) ^ mask);
  }

  private int byteIn(Path directory) throws IOException {
    try (RandomAccessFile bytes = new RandomAccessFile(directory.resolve(file).toFile(), "r")) {
      bytes.seek(offset);
      return bytes.read();
    }
  }

  @Override
  public String toString() {
    return "%s, byte %s, bits %02x".formatted(file, offset, mask);
  }
}
