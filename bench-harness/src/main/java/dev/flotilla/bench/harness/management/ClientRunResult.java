package dev.flotilla.bench.harness.management;

import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * What a client did with its commands.
 *
 * @param commands in the order in which they were sent
 * @param millis from the first command to the end, pauses included
 */
record ClientRunResult(List<TimedCommand> commands, long millis) {
  static final ClientRunResult NONE = new ClientRunResult(List.of(), 0);
  private static final long MILLIS_PER_SECOND = 1_000;

  /** Copies the list. */
  ClientRunResult {
    commands = List.copyOf(commands);
  }

  /**
   * A command that ended.
   *
   * @param nanos from its start to its answer
   * @param executed whether it was executed
   */
  record TimedCommand(long nanos, boolean executed) {}

  /** The statistics as a client of 2014 writes them. */
  String csv(String client) {
    return line("Lats(ns)", client, commands.stream().map(it -> it.nanos() + ";"))
        + line("Responses", client, commands.stream().map(it -> it.executed() + ";"))
        + "Throughput(ops/s);%s;%s\n".formatted(client, opsPerSecond());
  }

  private long opsPerSecond() {
    long executed = commands.stream().filter(TimedCommand::executed).count();
    return millis == 0 ? 0 : MILLIS_PER_SECOND * executed / millis;
  }

  private static String line(String title, String client, Stream<String> values) {
    return title + ";" + client + ";" + values.collect(Collectors.joining()) + "\n";
  }
}
