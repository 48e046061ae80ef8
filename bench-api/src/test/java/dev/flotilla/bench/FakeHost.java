package dev.flotilla.bench;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** A host whose processes are flags. */
final class FakeHost implements ServerHost {
  private static final int FIRST_PORT = 20_000;

  /** What was started and killed, in order. */
  final List<String> events = new ArrayList<>();

  private final List<Integer> ports = new ArrayList<>();
  private boolean isLost;
  private boolean isFull;

  /** A host that gives these ports, in this order; others after them. */
  FakeHost(Integer... ports) {
    this.ports.addAll(List.of(ports));
  }

  @Override
  public Endpoint reserve(int number, int count) {
    int port = ports.isEmpty() ? FIRST_PORT + number : ports.remove(0);
    return new Endpoint("127.0.0.1", List.of(port));
  }

  @Override
  public HostedProcess start(String name, SystemUnderTest system, ServerPlan plan) {
    events.add("start %s at port %s".formatted(name, plan.own().port()));
    return new FakeProcess(name);
  }

  void lose() {
    isLost = true;
  }

  @Override
  public void requireReachable() throws HostLostException {
    if (isLost) {
      throw new HostLostException("the host was lost");
    }
  }

  void fill() {
    isFull = true;
  }

  @Override
  public void requireRoom() throws IOException {
    if (isFull) {
      throw new IOException("the disk is full");
    }
  }

  @Override
  public void close() {
    events.add("close");
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
