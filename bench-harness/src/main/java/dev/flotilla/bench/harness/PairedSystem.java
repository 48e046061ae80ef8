package dev.flotilla.bench.harness;

import dev.flotilla.bench.HostedProcess;
import dev.flotilla.bench.SystemUnderTest;
import dev.flotilla.bench.client.LoadResult;
import dev.flotilla.bench.harness.paired.LoadedSystem;
import java.io.IOException;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;

/** A running system among others that run at the same time. */
record PairedSystem(SystemUnderTest system, RunningSystem running)
    implements LoadedSystem, AutoCloseable {
  @Override
  public String name() {
    return system.name();
  }

  @Override
  public Map<String, Long> processes() {
    Map<String, Long> found = new LinkedHashMap<>();
    for (HostedProcess process : running.processes()) {
      process.localPid().ifPresent(pid -> found.put(process.name(), pid));
    }
    return found;
  }

  @Override
  public void connect(int clients) throws IOException, InterruptedException {
    running.clients().connect(clients);
  }

  @Override
  public void load(int rate) throws IOException, InterruptedException {
    if (rate == 0) {
      running.clients().load();
    } else {
      running.clients().pace(rate);
    }
  }

  @Override
  public LoadResult window(Duration length) throws IOException, InterruptedException {
    return running.clients().window(length);
  }

  @Override
  public void stop() throws IOException, InterruptedException {
    running.clients().stop();
  }

  @Override
  public void requireAllServers() throws IOException {
    running.requireAllServers();
  }

  @Override
  public void close() {
    running.close();
  }
}
