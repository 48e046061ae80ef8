package dev.flotilla.systemtests.hostile;

import dev.flotilla.systemtests.hostile.HostileCase.UnexpectedAnswer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Runs Jazzer on a target, in a process of its own at a low priority.
 *
 * @param classPath with Jazzer, the product and the targets
 * @param dictionary pieces to put into inputs, as libFuzzer reads them
 * @param directory gets a directory for each target, with its log, its corpus and what it finds
 * @param seconds for each target
 */
record Fuzzer(String classPath, Path dictionary, Path directory, int seconds) {
  private static final String JAZZER = "com.code_intelligence.jazzer.Jazzer";
  private static final String INPUTS = "dev.flotilla.dpws.FuzzInputs";
  private static final String CLASSES =
      "dev.flotilla.**:com.fasterxml.aalto.**:io.netty.handler.codec.http.**";
  private static final int MAX_FINDINGS = 20;
  private static final int INPUT_SECONDS = 60;
  private static final int MAX_INPUT_BYTES = 8_192;
  private static final int START_SECONDS = 120;
  private static final Pattern DONE = Pattern.compile("(?m)^Done (\\d+) runs");
  private static final Pattern FINDING = Pattern.compile("(crash|timeout|oom|leak)-\\w+");

  /**
   * Fuzzes one target.
   *
   * @return what was done
   * @throws UnexpectedAnswer if something was found, with the files that lead to it
   * @throws IOException if it cannot be run
   */
  String run(String target) throws IOException, InterruptedException {
    Path own = directory.resolve(target.substring(target.lastIndexOf('.') + 1));
    Path log = own.resolve("log");
    Path corpus = Files.createDirectories(own.resolve("corpus"));
    Path seeds = own.resolve("seeds");
    Network.run(List.of(java(), "-cp", classPath, INPUTS, target, seeds.toString()));
    Process process =
        new ProcessBuilder(command(target, own, corpus, seeds))
            .redirectErrorStream(true)
            .redirectOutput(log.toFile())
            .start();
    try {
      if (!process.waitFor((long) seconds + START_SECONDS, TimeUnit.SECONDS)) {
        throw new IOException("the fuzzing of " + target + " does not end; see " + log);
      }
    } finally {
      process.destroyForcibly();
    }
    List<Path> findings = findings(own);
    if (!findings.isEmpty()) {
      throw new UnexpectedAnswer("found in " + log + ": " + findings);
    }
    Matcher done = DONE.matcher(Files.readString(log));
    if (process.exitValue() != 0 || !done.find()) {
      throw new IOException("the fuzzing of " + target + " failed; see " + log);
    }
    return done.group(1) + " inputs in " + seconds + " s, nothing found";
  }

  private List<String> command(String target, Path own, Path corpus, Path seeds) {
    List<String> line = new ArrayList<>(List.of("nice", "-n", "15", java()));
    line.addAll(List.of("-Xmx512m", "-XX:+UseSerialGC", "-cp", classPath, JAZZER));
    line.add("--target_class=" + target);
    line.add("--instrumentation_includes=" + CLASSES);
    line.add("--custom_hook_includes=" + CLASSES);
    line.add("--keep_going=" + MAX_FINDINGS);
    line.add("--reproducer_path=" + own);
    line.add("-max_total_time=" + seconds);
    line.add("-timeout=" + INPUT_SECONDS);
    line.add("-max_len=" + MAX_INPUT_BYTES);
    line.add("-use_value_profile=1");
    line.add("-dict=" + dictionary);
    line.add("-artifact_prefix=" + own + "/");
    line.addAll(List.of(corpus.toString(), seeds.toString()));
    return line;
  }

  private static String java() {
    return Path.of(System.getProperty("java.home"), "bin", "java").toString();
  }

  private static List<Path> findings(Path own) throws IOException {
    try (Stream<Path> files = Files.list(own)) {
      return files
          .filter(file -> FINDING.matcher(file.getFileName().toString()).matches())
          .sorted()
          .toList();
    }
  }
}
