package dev.flotilla.systemtests;

import dev.flotilla.node.statemachine.CommittedCommand;
import dev.flotilla.node.statemachine.RestorableStateMachine;
import dev.flotilla.node.statemachine.Result;
import dev.flotilla.systemtests.Turnover.LogEvent;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Notes what happens to the log of a server, in a file that outlives SIGKILL: a state machine's
 * calls are a good time to look at the names of the segments. Some of what happens in the last
 * moments of a process is missed; nothing is made up.
 *
 * <p>A look is believed at the next one: a log that begins anew after a snapshot has dropped
 * segments, too, and the machine is restored only then.
 *
 * <p><b>Thread.</b> As any state machine.
 */
final class LogWatch extends ForwardingMachine {
  private static final long BETWEEN_NANOS = TimeUnit.MILLISECONDS.toNanos(50);
  private static final Pattern SEGMENT = Pattern.compile("log-([0-9]{10,18})");

  /** The numbers of the oldest and of the newest segment; the newest may be a spare one. */
  private record Span(long first, long last) {}

  private final Path directory;
  private final FileOutputStream events;
  private final UnaryOperator<List<CommittedCommand>> batches;
  private final LongSupplier nanoTime;
  private @Nullable Thread starter;
  private long nextLookNanos;
  private Optional<Span> noted = Optional.empty();
  private Optional<Span> seen = Optional.empty();

  /**
   * In front of a machine.
   *
   * @param directory the server's, for its data
   * @param events gets a line for each {@link LogEvent}, after those of earlier lives
   * @param batches what the machine is to apply of each batch
   * @param nanoTime the clock
   */
  LogWatch(
      RestorableStateMachine machine,
      Path directory,
      Path events,
      UnaryOperator<List<CommittedCommand>> batches,
      LongSupplier nanoTime)
      throws IOException {
    super(machine);
    this.batches = batches;
    this.directory = directory;
    this.events = new FileOutputStream(events.toFile(), true);
    this.nanoTime = nanoTime;
    this.nextLookNanos = nanoTime.getAsLong();
  }

  @Override
  public long initialize(Path machineDirectory) throws IOException {
    starter = Thread.currentThread();
    return super.initialize(machineDirectory);
  }

  @Override
  public List<Result> apply(List<CommittedCommand> batch) {
    long nowNanos = nanoTime.getAsLong();
    if (nowNanos - nextLookNanos >= 0) {
      look();
      nextLookNanos = nowNanos + BETWEEN_NANOS;
    }
    return super.apply(batches.apply(batch));
  }

  @Override
  public void restoreFrom(InputStream source, long lastIndex) throws IOException {
    super.restoreFrom(source, lastIndex);
    noted = Optional.empty();
    seen = Optional.empty();
    // A start restores a machine that has lost something from the server's own snapshot.
    if (Thread.currentThread() != starter) {
      write(LogEvent.SNAPSHOT_INSTALLED, 1);
    }
  }

  @Override
  public void terminate() {
    super.terminate();
    try {
      events.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void look() {
    if (noted.isPresent() && seen.isPresent()) {
      write(LogEvent.SEGMENT_BEGUN, seen.get().last() - noted.get().last());
      write(LogEvent.SEGMENT_DROPPED, seen.get().first() - noted.get().first());
    }
    noted = seen;
    seen = span();
  }

  /** Nothing of a disk that fails: that is for the server to find out. */
  private Optional<Span> span() {
    try (Stream<Path> files = Files.list(directory)) {
      long[] numbers =
          files
              .map(file -> SEGMENT.matcher(file.getFileName().toString()))
              .filter(Matcher::matches)
              .mapToLong(name -> Long.parseLong(name.group(1)))
              .sorted()
              .toArray();
      return numbers.length == 0
          ? Optional.empty()
          : Optional.of(new Span(numbers[0], numbers[numbers.length - 1]));
    } catch (IOException | UncheckedIOException e) {
      return Optional.empty();
    }
  }

  private void write(LogEvent event, long times) {
    try {
      for (long i = 0; i < times; i++) {
        events.write((event + "\n").getBytes(StandardCharsets.UTF_8));
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
