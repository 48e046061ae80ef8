package dev.flotilla.systemtests.endurance;

import dev.flotilla.bench.ChildProcesses;
import dev.flotilla.systemtests.SetAside;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.UUID;
import java.util.concurrent.TimeUnit;

/**
 * One run: founds a group, lets the commands go, looks at the servers each so often, and at last
 * kills and starts them. One thread, which blocks for as long as it takes.
 */
final class Endurance implements AutoCloseable {
  private static final int SERVERS = 3;

  /** Of ten seconds each, on a machine that is busy with other things. */
  private static final int ATTEMPTS = 30;

  /** So many looks in a row without a new acknowledgement are the end. */
  private static final int MAX_IDLE_LOOKS = 3;

  private final ChildProcesses processes;
  private final List<PairServer> servers = new ArrayList<>();
  private final PairLoad load;
  private final List<Look> looks = new ArrayList<>();

  private Endurance(ChildProcesses processes, PairLoad load) {
    this.processes = processes;
    this.load = load;
  }

  /** Starts servers and clients. */
  static Endurance begin(Path directory, String classPath, PairLoad.Size size) throws IOException {
    String group = "endurance-" + UUID.randomUUID().toString().substring(0, 8);
    ChildProcesses processes = ChildProcesses.open(directory);
    try {
      Endurance endurance = new Endurance(processes, PairLoad.connect(group, size));
      for (int i = 1; i <= SERVERS; i++) {
        endurance.servers.add(
            PairServer.start(processes, directory, "server-" + i, classPath, group, SERVERS));
      }
      return endurance;
    } catch (IOException | RuntimeException e) {
      processes.close();
      throw e;
    }
  }

  Seen run(Duration interval, int restarts) throws IOException, InterruptedException {
    awaitService();
    load.fill();
    long beganNanos = System.nanoTime();
    load.begin();
    int idle = 0;
    while (!load.isDone()) {
      long before = load.acknowledged();
      load.awaitDone(interval);
      look(beganNanos);
      idle = load.acknowledged() == before ? idle + 1 : 0;
      if (idle == MAX_IDLE_LOOKS) {
        throw new IOException("nothing is acknowledged any more; " + load.others());
      }
    }
    look(beganNanos);
    servers.forEach(it -> System.out.println(it.fullest()));
    load.awaitQuiet();
    load.fill();
    System.out.println("commands that had to be sent anew: " + load.others());
    List<Long> millis = new ArrayList<>();
    for (int i = 0; i < restarts; i++) {
      millis.add(restart());
      System.out.printf(Locale.ROOT, "restart after SIGKILL of all: %,d ms%n", millis.get(i));
    }
    SetAside.requireNone(servers.stream().map(PairServer::directory).toList());
    String lost = load.lost();
    System.out.println(lost.isEmpty() ? "nothing that was acknowledged is missing" : lost);
    return new Seen(looks, millis, lost);
  }

  /** The servers need some time to find each other, and to elect a leader. */
  private void awaitService() throws IOException {
    IOException last = new IOException("no attempt was made");
    for (int i = 0; i < ATTEMPTS; i++) {
      try {
        for (PairServer server : servers) {
          server.requireAlive();
        }
        load.awaitAcknowledgement();
        return;
      } catch (IOException e) {
        last = e;
      }
    }
    throw last;
  }

  private void look(long beganNanos) throws IOException, InterruptedException {
    long seconds = TimeUnit.NANOSECONDS.toSeconds(System.nanoTime() - beganNanos);
    long acknowledged = load.acknowledged();
    Look before = looks.isEmpty() ? new Look(0, 0, List.of()) : looks.get(looks.size() - 1);
    List<Look.Usage> usages = new ArrayList<>();
    for (PairServer server : servers) {
      usages.add(server.usage());
    }
    Look look = new Look(seconds, acknowledged, usages);
    looks.add(look);
    long passed = Math.max(1, seconds - before.seconds());
    System.out.println(look.line((acknowledged - before.acknowledged()) / passed));
  }

  /** From the start of the processes to an acknowledgement. */
  private long restart() throws IOException, InterruptedException {
    for (PairServer server : servers) {
      server.kill();
    }
    for (PairServer server : servers) {
      server.awaitEnd();
    }
    long beganNanos = System.nanoTime();
    for (PairServer server : servers) {
      server.startAgain();
    }
    awaitService();
    return TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - beganNanos);
  }

  @Override
  public void close() {
    try (processes) {
      load.close();
    }
  }
}
