package dev.flotilla.systemtests;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/**
 * What a server says of the room on its disk, for its log and for its state machine, where it
 * prints what it logs at INFO. Any thread.
 *
 * <p>Knows the words of {@code LogLoop} and {@code StateRoom}: without them no disk would count as
 * full, and the system test fails.
 */
final class RoomHeard {
  private static final Pattern LOG_FULL = Pattern.compile("No more room for the log");
  private static final Pattern LOG_ROOM = Pattern.compile("There is room for the log again");
  private static final Pattern STATE_FULL =
      Pattern.compile("There is (little|no) room for the state machine");
  private static final Pattern STATE_ROOM =
      Pattern.compile("There is room for the state machine again");

  private final Path log;
  private final int from;

  /** From now on; what the file holds already was said by others. */
  RoomHeard(Path log) throws IOException {
    this.log = log;
    this.from = Files.exists(log) ? Math.toIntExact(Files.size(log)) : 0;
  }

  /** Whether one of the two is full, by what was said last of it. */
  boolean isFull() throws IOException {
    return last(LOG_FULL) > last(LOG_ROOM) || last(STATE_FULL) > last(STATE_ROOM);
  }

  /** How often it has said that one of the two is full. */
  int timesFull() throws IOException {
    return places(LOG_FULL).size() + places(STATE_FULL).size();
  }

  private int last(Pattern pattern) throws IOException {
    return places(pattern).stream().reduce(-1, Math::max);
  }

  private List<Integer> places(Pattern pattern) throws IOException {
    byte[] bytes = Files.readAllBytes(log);
    String said = new String(bytes, from, bytes.length - from, StandardCharsets.UTF_8);
    return pattern.matcher(said).results().map(MatchResult::start).toList();
  }
}
