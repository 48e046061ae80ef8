package dev.flotilla.server;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.Map;
import java.util.TreeMap;

/** The files of a data directory, to be compared and to be damaged. */
final class DataFiles {
  private DataFiles() {}

  static void flipOneByteOfTheLog(Path data) throws IOException {
    try (var files = Files.list(data)) {
      Path segment =
          files
              .filter(file -> file.getFileName().toString().startsWith("log-"))
              .min(Path::compareTo)
              .orElseThrow();
      try (RandomAccessFile log = new RandomAccessFile(segment.toFile(), "rw")) {
        long place = 2_000;
        log.seek(place);
        int old = log.read();
        log.seek(place);
        log.write(old ^ 1);
      }
    }
  }

  /** Flips a bit of a text in a file. */
  static void flipAt(Path file, String text) throws IOException {
    byte[] bytes = Files.readAllBytes(file);
    // One byte is one character.
    int place = new String(bytes, StandardCharsets.ISO_8859_1).indexOf(text);
    bytes[place] ^= 1;
    Files.write(file, bytes);
  }

  static Map<String, String> digests(Path data) throws IOException {
    Map<String, String> digests = new TreeMap<>();
    Files.walkFileTree(
        data,
        new SimpleFileVisitor<>() {
          @Override
          public FileVisitResult visitFile(Path file, BasicFileAttributes attributes)
              throws IOException {
            try {
              byte[] digest = MessageDigest.getInstance("SHA-256").digest(Files.readAllBytes(file));
              digests.put(data.relativize(file).toString(), HexFormat.of().formatHex(digest));
            } catch (java.security.NoSuchAlgorithmException e) {
              throw new IOException(e);
            }
            return FileVisitResult.CONTINUE;
          }
        });
    return digests;
  }
}
