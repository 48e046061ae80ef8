package dev.flotilla.console;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.nio.file.StandardOpenOption.APPEND;
import static java.nio.file.StandardOpenOption.CREATE;

import dev.flotilla.dpws.tls.FileRights;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/** A directory with a CSV file for the group, each member, each node and the events. */
final class Recording {
  /** Recordings in one directory. */
  static final int MAX_RECORDINGS = 100;

  /** Files of one recording. */
  static final int MAX_FILES = 2 * ConsoleState.MAX_ROWS;

  private static final DateTimeFormatter NAME =
      DateTimeFormatter.ofPattern("yyyyMMdd'T'HHmmss.SSS'Z'").withZone(ZoneOffset.UTC);
  private static final int MAX_NAME_CHARS = 80;

  private final Path directory;
  private final Instant since;
  private final long maxBytes;
  // A member or node with its kind, and its file.
  private final Map<String, Path> files = new HashMap<>();
  private long bytes;

  private Recording(Path directory, Instant since, long maxBytes) {
    this.directory = directory;
    this.since = since;
    this.maxBytes = maxBytes;
  }

  /**
   * Makes the directory of a new recording.
   *
   * @param all holds all recordings; made if it does not exist
   * @param maxBytes how large the files may be together
   */
  static Recording begin(Path all, Instant now, long maxBytes) throws IOException {
    FileRights.createDirectories(all);
    try (Stream<Path> earlier = Files.list(all)) {
      if (earlier.count() >= MAX_RECORDINGS) {
        throw new IOException(
            "%s holds %s recordings, which is the limit; move some away"
                .formatted(all, MAX_RECORDINGS));
      }
    }
    Path own = all.resolve(NAME.format(now)).toAbsolutePath();
    return new Recording(Files.createDirectory(own, FileRights.ownDirectory(own)), now, maxBytes);
  }

  /** Writes a state: a row to each file. */
  void write(ConsoleState state) throws IOException {
    append("group", "", CsvRows.GROUP, CsvRows.of(state));
    for (MemberState member : state.members()) {
      append("member-", member.id(), CsvRows.MEMBER, CsvRows.of(state, member));
    }
    for (NodeState node : state.nodes()) {
      append("node-", node.name(), CsvRows.NODE, CsvRows.of(state, node));
    }
  }

  void write(LogLine line) throws IOException {
    append("events", "", CsvRows.EVENT, CsvRows.of(line));
  }

  RecordingState state(boolean running) {
    return new RecordingState(
        running, directory.toString(), Optional.of(since), files.size(), bytes, Optional.empty());
  }

  private void append(String kind, String name, List<String> header, List<String> row)
      throws IOException {
    Path file = files.get(kind + name);
    String text = Csv.row(row);
    if (file == null) {
      file = newFile(kind, name);
      text = Csv.row(header) + text;
    }
    byte[] utf8 = text.getBytes(UTF_8);
    if (bytes + utf8.length > maxBytes) {
      throw new IOException(
          "the recording has reached its limit of %s bytes; start another one".formatted(maxBytes));
    }
    try (FileChannel channel =
        FileChannel.open(file, Set.of(CREATE, APPEND), FileRights.ownFile(file))) {
      ByteBuffer left = ByteBuffer.wrap(utf8);
      while (left.hasRemaining()) {
        channel.write(left);
      }
    }
    bytes += utf8.length;
  }

  private Path newFile(String kind, String name) throws IOException {
    if (files.size() >= MAX_FILES) {
      throw new IOException(
          "the recording has reached its limit of %s files; start another one"
              .formatted(MAX_FILES));
    }
    String plain = kind + harmless(name);
    Path file = directory.resolve(plain + ".csv");
    for (int i = 2; files.containsValue(file); i++) {
      file = directory.resolve(plain + "-" + i + ".csv");
    }
    files.put(kind + name, file);
    return file;
  }

  /** Names come from the network: no separators, no dots at the beginning, not too long. */
  private static String harmless(String name) {
    String plain = name.replaceFirst("^urn:uuid:", "").replaceAll("[^A-Za-z0-9-]", "_");
    return plain.substring(0, Math.min(plain.length(), MAX_NAME_CHARS));
  }
}
