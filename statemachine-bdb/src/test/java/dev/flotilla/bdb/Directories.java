package dev.flotilla.bdb;

import dev.flotilla.bdb.database.CheckedDatabase;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;

/** What happens to the directories of machines. */
final class Directories {
  /** Where a machine keeps what it found damaged. */
  static final String DAMAGED = "damaged";

  private Directories() {}

  /** As it is on the disk now, which is what SIGKILL leaves. */
  static Path copy(Path source, Path target) {
    try (Stream<Path> all = Files.walk(source)) {
      for (Path file : all.sorted().toList()) {
        Files.copy(file, target.resolve(source.relativize(file).toString()));
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return target;
  }

  /** Cuts the end off the newest file of a database. */
  static void tearNewestFile(Path directory, Random random) throws IOException {
    List<Path> files = databaseFiles(directory);
    Path newest = files.get(files.size() - 1);
    byte[] bytes = Files.readAllBytes(newest);
    Files.write(newest, Arrays.copyOf(bytes, bytes.length - random.nextInt(bytes.length / 2)));
  }

  /** Flips one bit of a database, and says where. */
  static String flip(Path directory, Random random) throws IOException {
    List<Path> files = databaseFiles(directory);
    Path file = files.get(random.nextInt(files.size()));
    byte[] bytes = Files.readAllBytes(file);
    int place = random.nextInt(bytes.length);
    bytes[place] ^= (byte) (1 << random.nextInt(8));
    Files.write(file, bytes);
    return file.getFileName() + " byte " + place + " of " + bytes.length;
  }

  /** Flips a bit of a text in the oldest file of a database, which an opening does not read. */
  static void rot(Path directory, String text) throws IOException {
    Path oldest = databaseFiles(directory).get(0);
    byte[] bytes = Files.readAllBytes(oldest);
    // One byte is one character.
    int place = new String(bytes, StandardCharsets.ISO_8859_1).indexOf(text);
    bytes[place] ^= 1;
    Files.write(oldest, bytes);
  }

  /** What the files in it take. */
  static long bytes(Path directory) throws IOException {
    long bytes = 0;
    try (Stream<Path> files = Files.list(directory)) {
      for (Path file : files.toList()) {
        bytes += Files.size(file);
      }
    }
    return bytes;
  }

  /** With all that is in it. */
  static void delete(Path directory) throws IOException {
    try (Stream<Path> all = Files.walk(directory)) {
      for (Path file : all.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(file);
      }
    }
  }

  private static List<Path> databaseFiles(Path directory) throws IOException {
    try (Stream<Path> all = Files.list(directory.resolve(CheckedDatabase.DATABASE))) {
      return all.filter(each -> each.toString().endsWith(".jdb")).sorted().toList();
    }
  }
}
