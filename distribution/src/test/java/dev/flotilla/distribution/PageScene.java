package dev.flotilla.distribution;

import dev.flotilla.examples.thermostat.Panel;
import dev.flotilla.server.FlotillaCommand;
import dev.flotilla.testing.Await;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/**
 * A directory in which calls of a page are carried out one after another. Servers, thermostats and
 * watches go on until the scene ends; everything else has to end with exit code 0.
 */
final class PageScene implements AutoCloseable {
  private static final long LIMIT_SECONDS = 2 * Await.limitSeconds();
  private static final int TERMINATED = 143;
  private static final String THERMOSTAT = "thermostat";
  private static final int HOSTS = 3;

  private final Path directory;
  private final Map<String, String> replacements = new HashMap<>();
  private final Map<String, String> byHost = new HashMap<>();
  private final List<Running> running = new ArrayList<>();
  private final List<String> problems = new ArrayList<>();

  private record Running(List<String> words, Process process, Path output) {}

  /** A scene in an existing directory, with an interface that is there. */
  PageScene(Path directory) {
    this.directory = directory;
    replacements.put("eth0", "lo");
  }

  /** Has a word of the page stand for another one; with {@code -keys} behind it, too. */
  PageScene with(String word, String other) {
    replacements.put(word, other);
    return this;
  }

  /** Has a call with the word carried out for three hosts, with their numbers for {@code %d}. */
  PageScene eachHost(String word, String other) {
    byHost.put(word, other);
    return this;
  }

  /** Carries out the calls of a block: first all that go on, until they are ready. */
  PageScene run(List<List<String>> block) throws IOException, InterruptedException {
    List<Running> started = new ArrayList<>();
    for (List<String> call : block) {
      if (goesOn(call)) {
        started.addAll(startAll(call));
      } else {
        awaitReady(started);
        end(start(replaced(call, replacements)));
      }
    }
    awaitReady(started);
    return this;
  }

  private static boolean goesOn(List<String> call) {
    return call.get(0).equals("server")
        || call.get(0).equals(THERMOSTAT)
        || call.subList(0, Math.min(2, call.size())).equals(List.of("kv", "watch"));
  }

  private List<Running> startAll(List<String> call) throws IOException {
    List<Running> started = new ArrayList<>();
    int hosts = byHost.keySet().stream().anyMatch(call::contains) ? HOSTS : 1;
    for (int host = 1; host <= hosts; host++) {
      Map<String, String> all = new HashMap<>(replacements);
      for (Map.Entry<String, String> one : byHost.entrySet()) {
        all.put(one.getKey(), one.getValue().formatted(host));
      }
      started.add(start(replaced(call, all)));
    }
    running.addAll(started);
    return started;
  }

  private static List<String> replaced(List<String> call, Map<String, String> replacements) {
    return call.stream().map(word -> replaced(word, replacements)).toList();
  }

  private static String replaced(String word, Map<String, String> replacements) {
    for (Map.Entry<String, String> one : replacements.entrySet()) {
      if (word.equals(one.getKey())) {
        return one.getValue();
      } else if (word.startsWith(one.getKey() + "-keys/")) {
        return one.getValue() + word.substring(one.getKey().length());
      }
    }
    return word;
  }

  private Running start(List<String> words) throws IOException {
    boolean isThermostat = words.get(0).equals(THERMOSTAT);
    List<String> line = new ArrayList<>();
    line.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    line.addAll(List.of("-Xmx128m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1"));
    line.addAll(List.of("-cp", System.getProperty("java.class.path")));
    line.add(isThermostat ? Panel.class.getName() : FlotillaCommand.class.getName());
    line.addAll(isThermostat ? words.subList(1, words.size()) : words);
    Path output = Files.createTempFile(directory, "call", ".out");
    Process process =
        new ProcessBuilder(line)
            .directory(directory.toFile())
            .redirectErrorStream(true)
            .redirectOutput(output.toFile())
            .start();
    return new Running(words, process, output);
  }

  /** When it serves, or its group is founded. What joins or watches is ready at once. */
  private static Optional<String> readyText(List<String> words) {
    if (words.get(0).equals(THERMOSTAT)) {
      return Optional.of("look |");
    }
    return words.contains("--expect") ? Optional.of("founded") : Optional.empty();
  }

  private void awaitReady(List<Running> started) {
    for (Running one : started) {
      readyText(one.words())
          .ifPresent(
              text ->
                  Await.until(
                      () -> text + " of " + one.words() + ": " + text(one.output()),
                      () -> !one.process().isAlive() || text(one.output()).contains(text)));
    }
  }

  private void end(Running call) throws InterruptedException {
    if (!call.process().waitFor(LIMIT_SECONDS, TimeUnit.SECONDS)) {
      call.process().destroyForcibly();
      problems.add(call.words() + " does not end");
    } else if (call.process().exitValue() != 0) {
      problems.add(told(call));
    }
  }

  private static String told(Running call) {
    return "%s ends with %s: %s"
        .formatted(call.words(), call.process().exitValue(), text(call.output()));
  }

  private static String text(Path file) {
    try {
      return Files.readString(file, StandardCharsets.UTF_8);
    } catch (IOException e) {
      return e.toString();
    }
  }

  /** Ends what goes on; it has to go on until then. Returns what was wrong. */
  List<String> finish() throws InterruptedException {
    for (Running one : running) {
      if (!one.process().isAlive()) {
        problems.add(told(one));
      }
    }
    close();
    for (Running one : running) {
      if (!one.process().waitFor(LIMIT_SECONDS, TimeUnit.SECONDS)) {
        problems.add(one.words() + " does not end at SIGTERM");
        one.process().destroyForcibly();
      } else if (one.process().exitValue() != TERMINATED && one.process().exitValue() != 0) {
        problems.add(told(one));
      }
    }
    return List.copyOf(problems);
  }

  @Override
  public void close() {
    running.forEach(it -> it.process().destroy());
  }
}
