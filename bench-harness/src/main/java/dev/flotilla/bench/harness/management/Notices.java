package dev.flotilla.bench.harness.management;

import java.util.HashSet;
import java.util.Set;
import java.util.function.Consumer;

/** Logs each line once, and at most {@value #MAX_LINES} lines. One thread at a time. */
final class Notices {
  private static final int MAX_LINES = 64;

  private final Consumer<String> log;
  private final Set<String> logged = new HashSet<>();

  Notices(Consumer<String> log) {
    this.log = log;
  }

  void once(String line) {
    if (logged.size() < MAX_LINES && logged.add(line)) {
      log.accept(line);
    }
  }
}
