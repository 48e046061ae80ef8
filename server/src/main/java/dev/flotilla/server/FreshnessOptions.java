package dev.flotilla.server;

import dev.flotilla.client.ReadFrom;
import dev.flotilla.client.ReadOptions;
import dev.flotilla.client.StateVersion;
import dev.flotilla.raftdpws.message.Consistency;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The options of commands that read: how fresh the answer must be, and who is to give it. */
final class FreshnessOptions {
  @Option(
      names = "--consistency",
      paramLabel = "KIND",
      defaultValue = "linearizable",
      description = {
        "What the read promises: linearizable, bounded or local.",
        "bounded: it misses nothing acknowledged longer ago than --max-age.",
        "local: whatever the server has applied. Default: ${DEFAULT-VALUE}."
      })
  private String consistency = "linearizable";

  @Option(
      names = "--max-age",
      paramLabel = "DURATION",
      converter = DurationText.Millis.class,
      defaultValue = "1s",
      description = "The bound of bounded reads. Default: ${DEFAULT-VALUE}.")
  private Duration maxAge = Duration.ofSeconds(1);

  @Option(
      names = "--read-from",
      paramLabel = "SERVERS",
      description = {
        "Who is to answer: leader, any, followers or learners.",
        "Default: leader for linearizable reads, any for others."
      })
  private @Nullable String readFrom;

  ReadOptions options() throws CommandFailure {
    Consistency wanted =
        Consistency.of(consistency)
            .orElseThrow(() -> unknown("--consistency", consistency, words(Consistency.values())));
    ReadOptions options =
        switch (wanted) {
          case LINEARIZABLE -> ReadOptions.linearizable();
          case BOUNDED -> bounded();
          case LOCAL -> ReadOptions.local();
        };
    return readFrom == null ? options : options.from(servers(readFrom));
  }

  private ReadOptions bounded() throws CommandFailure {
    try {
      return ReadOptions.boundedStaleness(maxAge);
    } catch (IllegalArgumentException e) {
      throw new CommandFailure(ExitCode.USAGE, "--max-age: " + e.getMessage(), e);
    }
  }

  private static ReadFrom servers(String word) throws CommandFailure {
    return Arrays.stream(ReadFrom.values())
        .filter(it -> it.name().toLowerCase(Locale.ROOT).equals(word))
        .findFirst()
        .orElseThrow(() -> unknown("--read-from", word, words(ReadFrom.values())));
  }

  private static CommandFailure unknown(String option, String word, String known) {
    return new CommandFailure(ExitCode.USAGE, option + " is " + known + ", not '" + word + "'");
  }

  private static String words(Enum<?>[] values) {
    return Arrays.stream(values)
        .map(it -> it.name().toLowerCase(Locale.ROOT))
        .collect(Collectors.joining(", "));
  }

  /** Says of which state a stale answer is, where it does not mix with the answer. */
  void explain(StateVersion state, PrintWriter err) {
    if (consistency.equals(Consistency.LINEARIZABLE.word())) {
      return;
    }
    String index = state.index().isPresent() ? "index " + state.index().getAsLong() : "no index";
    String age = state.age().map(it -> it.toMillis() + " ms").orElse("unknown");
    err.println("state: " + index + ", age: " + age);
    err.flush();
  }
}
