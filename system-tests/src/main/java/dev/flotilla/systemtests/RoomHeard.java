package dev.flotilla.systemtests;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Predicate;
import java.util.regex.Pattern;

/**
 * What a server says of the room on its disk, for its log and for its state machine, where it
 * prints what it logs at INFO. Any thread.
 *
 * <p>Knows the words of {@code LogRoomKeeper} and {@code StateRoom}: without them no disk would
 * count as full, and the system test fails.
 */
final class RoomHeard {
  private static final Pattern LOG_FULL = Pattern.compile("No more room for the log");
  private static final Pattern LOG_ROOM = Pattern.compile("There is room for the log again");
  private static final Pattern STATE_FULL =
      Pattern.compile("There is (little|no) room for the state machine");
  private static final Pattern STATE_ROOM =
      Pattern.compile("There is room for the state machine again");

  private final Path log;
  private final long from;

  /** From now on; what the file holds already was said by others. */
  RoomHeard(Path log) throws IOException {
    this.log = log;
    this.from = Files.exists(log) ? Files.size(log) : 0;
  }

  /** Whether one of the two is full, by what was said last of it. */
  boolean isFull() throws IOException {
    List<String> said = said();
    return last(said, LOG_FULL) > last(said, LOG_ROOM)
        || last(said, STATE_FULL) > last(said, STATE_ROOM);
  }

  /** How often it has said that one of the two is full. */
  long timesFull() throws IOException {
    return said().stream().filter(LOG_FULL.asPredicate().or(STATE_FULL.asPredicate())).count();
  }

  private static int last(List<String> said, Pattern pattern) {
    Predicate<String> matches = pattern.asPredicate();
    int last = -1;
    for (int i = 0; i < said.size(); i++) {
      if (matches.test(said.get(i))) {
        last = i;
      }
    }
    return last;
  }

  private List<String> said() throws IOException {
    try (RandomAccessFile file = new RandomAccessFile(log.toFile(), "r")) {
      byte[] bytes = new byte[Math.toIntExact(file.length() - from)];
      file.seek(from);
      file.readFully(bytes);
      return new String(bytes, StandardCharsets.UTF_8).lines().toList();
    }
  }
}
