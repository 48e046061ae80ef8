package dev.flotilla.systemtests;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * How often what is rare happened to the logs of a group while faults came: without it, faults have
 * met little but the writing of one file.
 *
 * @param counts of each event, at the least
 */
public record Turnover(Map<LogEvent, Long> counts) {
  /** What happens to a server's log once in a while. */
  public enum LogEvent {
    /** It goes on in another segment, since one is full. */
    SEGMENT_BEGUN,
    /** A segment is dropped behind a snapshot of this server's own. */
    SEGMENT_DROPPED,
    /** It has begun anew after a snapshot that its leader sent, and so has the state machine. */
    SNAPSHOT_INSTALLED
  }

  /** With fewer faults something may not have happened. */
  public static final int ENOUGH_FAULTS = 20;

  /** Copies the map. */
  public Turnover {
    counts = Map.copyOf(counts);
  }

  /**
   * Counts.
   *
   * @param files what {@link BusyServer}s have noted
   */
  public static Turnover read(List<Path> files) throws IOException {
    Map<LogEvent, Long> counts = new EnumMap<>(LogEvent.class);
    for (LogEvent event : LogEvent.values()) {
      counts.put(event, 0L);
    }
    for (Path file : files) {
      for (String line : Files.readAllLines(file)) {
        counts.merge(LogEvent.valueOf(line), 1L, Long::sum);
      }
    }
    return new Turnover(counts);
  }

  /** What should have happened, and has not. */
  public List<String> missing() {
    return Arrays.stream(LogEvent.values())
        .filter(event -> counts.getOrDefault(event, 0L) == 0)
        .map(event -> "no " + words(event))
        .toList();
  }

  @Override
  public String toString() {
    return Arrays.stream(LogEvent.values())
        .map(event -> words(event) + " " + counts.getOrDefault(event, 0L))
        .collect(Collectors.joining(", "));
  }

  private static String words(LogEvent event) {
    return event.name().toLowerCase(Locale.ROOT).replace('_', ' ');
  }
}
