package dev.flotilla.bench;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** A host whose processes are flags. */
final class FakeHost implements ProcessHost {
  /** What was started and killed, in order. */
  final List<String> events = new ArrayList<>();

  @Override
  public HostedProcess start(String name, JavaProgram program) {
    events.add("start " + name + " " + program.mainClass());
    return new FakeProcess(name);
  }

  static List<JavaProgram> programs(int count) {
    List<JavaProgram> programs = new ArrayList<>();
    for (int number = 1; number <= count; number++) {
      programs.add(new JavaProgram("", "Main" + number, List.of(), List.of()));
    }
    return programs;
  }

  /** Ends when it is killed, or by {@link #die}. */
  final class FakeProcess implements HostedProcess {
    private final String name;
    private boolean alive = true;

    private FakeProcess(String name) {
      this.name = name;
    }

    void die() {
      alive = false;
    }

    @Override
    public String name() {
      return name;
    }

    @Override
    public Path log() {
      return Path.of(name + ".log");
    }

    @Override
    public boolean isAlive() {
      return alive;
    }

    @Override
    public Duration cpuTime() {
      return Duration.ZERO;
    }

    @Override
    public void kill() {
      events.add("kill " + name);
      alive = false;
    }

    @Override
    public boolean awaitExit(Duration timeout) {
      return !alive;
    }

    @Override
    public SystemFailedException diedUnexpectedly(String when) {
      return new SystemFailedException(name + " died " + when);
    }
  }
}
