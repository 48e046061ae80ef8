package dev.flotilla.systemtests;

import dev.flotilla.FlotillaServer;
import dev.flotilla.ServerBuilder;
import dev.flotilla.bench.JavaProgram;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryType;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;

/**
 * What the programs of servers have in common: their arguments, and that each line of their
 * standard input is a question, which one line of their output answers, in order.
 *
 * @param group the group's name
 * @param origin the number of founders, or {@link #JOINS}
 * @param data the data directory
 * @param notes what the names of files begin with that the server writes beside its data
 * @param more what is particular to the program
 */
public record ServerProgram(String group, String origin, Path data, Path notes, List<String> more) {
  /** In place of the number of founders: the server waits to be added. */
  public static final String JOINS = "join";

  /** Asks for what the server has applied under a key. */
  public static final String READ = "read ";

  /** What an answer begins with, unlike anything that a JVM prints. */
  static final String ANSWER = "= ";

  private static final int COMMON = 4;

  /** Copies the list. */
  public ServerProgram {
    more = List.copyOf(more);
  }

  /** Reads the arguments of {@code main}. */
  public static ServerProgram of(String... arguments) {
    return new ServerProgram(
        arguments[0],
        arguments[1],
        Path.of(arguments[2]),
        Path.of(arguments[COMMON - 1]),
        Arrays.asList(arguments).subList(COMMON, arguments.length));
  }

  /** A program for {@link ServerGroup#start}, on a JVM that is as small as may be. */
  public static JavaProgram java(Class<?> program, String... jvmOptions) {
    List<String> options = new ArrayList<>(List.of("-XX:+UseSerialGC", "-XX:-UsePerfData"));
    options.addAll(List.of(jvmOptions));
    return new JavaProgram(JavaProgram.classPathOf(program), program.getName(), options, List.of());
  }

  /** The same program with these before its own arguments. */
  static JavaProgram with(List<String> first, JavaProgram program) {
    List<String> all = new ArrayList<>(first);
    all.addAll(program.arguments());
    Map<String, String> environment = program.environment();
    return new JavaProgram(
        program.classPath(), program.mainClass(), program.jvmOptions(), all, environment);
  }

  /** A file that the server writes beside its data. */
  public Path note(String suffix) {
    return Path.of(notes + suffix);
  }

  /**
   * Runs a server until the input ends. It answers {@code member}, {@code address}, {@code clocks}
   * with the milliseconds of the day's clock and the nanoseconds of the other, {@code heap} with
   * the most bytes that its heap has held, and its role to all else.
   *
   * @param read answers {@link #READ}
   * @throws IOException if it cannot start
   */
  public void serve(ServerBuilder builder, UnaryOperator<String> read) throws IOException {
    ServerBuilder chosen =
        origin.equals(JOINS) ? builder.join() : builder.expect(Integer.parseInt(origin));
    try (FlotillaServer server = chosen.group(group).directory(data).start()) {
      answer(
          question ->
              question.startsWith(READ)
                  ? read.apply(question.substring(READ.length()))
                  : answer(server, question));
    }
  }

  /** Runs a server that reads nothing. */
  public void serve(ServerBuilder builder) throws IOException {
    serve(builder, key -> "");
  }

  private static String answer(FlotillaServer server, String question) {
    return switch (question) {
      case "member" -> server.member();
      case "address" -> server.address().toString();
      case "clocks" -> clocks();
      case "heap" -> Long.toString(peakHeapBytes());
      default -> server.role();
    };
  }

  static String clocks() {
    return System.currentTimeMillis() + " " + System.nanoTime();
  }

  /** The sum of what each part of it has held at the most, which need not have been at once. */
  private static long peakHeapBytes() {
    return ManagementFactory.getMemoryPoolMXBeans().stream()
        .filter(pool -> pool.getType() == MemoryType.HEAP)
        .mapToLong(pool -> pool.getPeakUsage().getUsed())
        .sum();
  }

  /**
   * Answers until the input ends, which it does with the process that asks. Blocks.
   *
   * @param answers gives a line for a line
   * @throws IOException if the input cannot be read
   */
  public static void answer(UnaryOperator<String> answers) throws IOException {
    BufferedReader questions =
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    for (String line = questions.readLine(); line != null; line = questions.readLine()) {
      System.out.println(ANSWER + answers.apply(line));
      System.out.flush();
    }
  }
}
