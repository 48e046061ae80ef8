package dev.flotilla.systemtests.faults;

import dev.flotilla.systemtests.Patience;
import dev.flotilla.systemtests.RecordedGroup;
import dev.flotilla.systemtests.ServerUnderTest;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/**
 * The clocks of one server's process, which libfaketime moves by what a file says, looked at every
 * second. One thread.
 *
 * @param file with the offset
 * @param environment of the process
 */
public record FakedClock(Path file, Map<String, String> environment) {
  private static final String DAY_ALONE = "FAKETIME_DONT_FAKE_MONOTONIC";
  private static final long TOLERANCE_SECONDS = 60;
  private static final long MILLIS_PER_SECOND = 1_000;

  /** Clocks of the day alone, one for each of three servers; none without a library. */
  public static List<FakedClock> ofTheDay(Optional<Path> library, Path directory)
      throws IOException {
    List<FakedClock> clocks = new ArrayList<>();
    for (int i = 1; library.isPresent() && i <= RecordedGroup.SERVERS; i++) {
      Path file = directory.resolve("clock-" + i).toAbsolutePath();
      Map<String, String> environment = new HashMap<>(environment(library.get(), file));
      environment.put(DAY_ALONE, "1");
      // Else waits of a JVM end at once.
      environment.put("FAKETIME_FORCE_MONOTONIC_FIX", "0");
      clocks.add(create(file, environment));
    }
    return clocks;
  }

  /** The environments of three servers; without clocks nothing is faked. */
  public static List<Map<String, String>> environments(List<FakedClock> clocks) {
    return clocks.isEmpty()
        ? Collections.nCopies(RecordedGroup.SERVERS, Map.of())
        : clocks.stream().map(FakedClock::environment).toList();
  }

  /** Moves {@link System#nanoTime} as well, forwards only. */
  static FakedClock ofBoth(Path library, Path file) throws IOException {
    return create(file, environment(library, file));
  }

  private static FakedClock create(Path file, Map<String, String> environment) throws IOException {
    FakedClock clock = new FakedClock(file, Map.copyOf(environment));
    clock.write(0);
    return clock;
  }

  private static Map<String, String> environment(Path library, Path file) {
    return Map.of(
        "LD_PRELOAD", library.toString(),
        "FAKETIME_TIMESTAMP_FILE", file.toString(),
        "FAKETIME_CACHE_DURATION", "1");
  }

  /** Sets it for a server that does not run. */
  void write(int seconds) throws IOException {
    Path next = file.resolveSibling(file.getFileName() + ".new");
    Files.writeString(next, String.format(Locale.ROOT, "%+d\n", seconds));
    Files.move(next, file, StandardCopyOption.ATOMIC_MOVE);
  }

  /**
   * Sets it so much before or behind our own, and returns when the server sees it.
   *
   * @throws IOException if it does not, or if its monotonic clock is not where it should be
   */
  public void set(ServerUnderTest server, int seconds) throws IOException, InterruptedException {
    write(seconds);
    boolean isSet =
        Patience.USUAL.holdsInTime(() -> isAbout(offsetsSeconds(server).get(0), seconds));
    List<Long> offsets = offsetsSeconds(server);
    boolean isOtherMoved = environment.containsKey(DAY_ALONE) && !isAbout(offsets.get(1), 0);
    if (!isSet || isOtherMoved) {
      throw new IOException(
          "the clocks of %s are moved by %s s, wanted %s"
              .formatted(server.name(), offsets, seconds));
    }
  }

  private static boolean isAbout(long offset, long wanted) {
    return Math.abs(offset - wanted) < TOLERANCE_SECONDS;
  }

  /** Of the clock of the day, and of the monotonic one, which all processes of a machine share. */
  private static List<Long> offsetsSeconds(ServerUnderTest server)
      throws IOException, InterruptedException {
    String[] clocks = server.answer("clocks").split(" ", -1);
    long day = Long.parseLong(clocks[0]) - System.currentTimeMillis();
    long monotonic = Long.parseLong(clocks[1]) - System.nanoTime();
    return List.of(day / MILLIS_PER_SECOND, TimeUnit.NANOSECONDS.toSeconds(monotonic));
  }
}
