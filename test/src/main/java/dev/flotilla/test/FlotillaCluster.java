package dev.flotilla.test;

import dev.flotilla.FlotillaServer;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The servers of one group in this process, by number from 0.
 *
 * <p>Not thread-safe, except for {@link #member}. Waits block for at most a minute, and longer on a
 * machine that is busy; then an {@link AssertionError} says what was waited for.
 *
 * @param <M> the part of the application that holds a server
 */
public sealed class FlotillaCluster<M extends AutoCloseable> implements AutoCloseable
    permits TypedCluster {
  private static final Duration LIMIT = Duration.ofMinutes(1);
  private static final long LOOK_NANOS = TimeUnit.MILLISECONDS.toNanos(5);
  private static final int MAX_SERVERS = 7;

  private final Plan<M> plan;
  private final Map<Integer, M> running = new ConcurrentSkipListMap<>();
  private final Set<Integer> isolated = new HashSet<>();

  /**
   * How its servers are started.
   *
   * @param group the name of the group
   * @param servers how many
   * @param directory where their directories are
   * @param start starts one
   * @param server the server in it
   */
  record Plan<M>(
      String group,
      int servers,
      Path directory,
      Start<M> start,
      Function<M, FlotillaServer> server) {
    Plan {
      if (servers < 1 || servers > MAX_SERVERS) {
        throw new IllegalArgumentException(
            "a cluster has 1 to " + MAX_SERVERS + " servers, not " + servers);
      }
    }

    Place place(int number) {
      return new Place(group, servers, number, directory.resolve("server-" + number));
    }
  }

  FlotillaCluster(Plan<M> plan) {
    this.plan = plan;
  }

  void startAll() {
    for (int number = 0; number < plan.servers(); number++) {
      start(number);
    }
    List.copyOf(running.keySet()).forEach(this::awaitFounded);
  }

  /** The name of the group, which no other group has. */
  public String group() {
    return plan.group();
  }

  /** How many servers it has, running or not. */
  public int size() {
    return plan.servers();
  }

  /**
   * The part of the application with a number.
   *
   * @throws IllegalStateException if it does not run
   */
  public M member(int number) {
    M found = running.get(number);
    if (found == null) {
      throw new IllegalStateException(
          "server " + number + " does not run; running are " + running.keySet());
    }
    return found;
  }

  /** Those that run, in the order of their numbers. */
  public List<M> members() {
    return List.copyOf(running.values());
  }

  /**
   * Waits until exactly one server that is not isolated has the role leader; returns its number.
   */
  public int leader() {
    CompletableFuture<Integer> found = new CompletableFuture<>();
    await(
        () -> "a leader of " + this,
        () -> {
          List<Integer> leaders =
              running.keySet().stream()
                  .filter(number -> !isolated.contains(number) && leads(number))
                  .toList();
          return leaders.size() == 1 && found.complete(leaders.get(0));
        });
    return found.join();
  }

  private boolean leads(int number) {
    return server(number).role().equals("leader");
  }

  /** Stops a server in order: a leader hands its leadership over. */
  public void stop(int number) {
    M stopped = member(number);
    running.remove(number);
    isolated.remove(number);
    close(stopped);
  }

  /**
   * Ends a server without handing its leadership over: the other servers get no more messages of
   * the protocol from it and find that out by their timeouts. It is no power failure: the server
   * still says goodbye to WS-Discovery and closes its connections.
   */
  public void kill(int number) {
    server(number).faults().cutOff();
    stop(number);
  }

  /**
   * Starts a server that does not run, on its former directory, and waits until it serves.
   *
   * @throws IllegalStateException if it runs
   */
  public void restart(int number) {
    if (running.containsKey(number)) {
      throw new IllegalStateException("server " + number + " runs; stop or kill it first");
    }
    start(number);
    awaitFounded(number);
  }

  /** Cuts a server off from the other servers, in both directions. Clients still reach it. */
  public void isolate(int number) {
    server(number).faults().cutOff();
    isolated.add(number);
  }

  /** Lets all servers hear each other again. */
  public void heal() {
    running.keySet().forEach(number -> server(number).faults().heal());
    isolated.clear();
  }

  /** Stops all servers. Repeated calls do nothing. */
  @Override
  public void close() {
    List<M> ended = List.copyOf(running.values());
    running.clear();
    isolated.clear();
    runAll(ended.stream().<Runnable>map(part -> () -> close(part)).toList());
  }

  /** Runs all, also after one that fails; throws the first failure with the others in it. */
  static void runAll(List<Runnable> ends) {
    @Nullable RuntimeException first = null;
    for (Runnable end : ends) {
      try {
        end.run();
      } catch (RuntimeException e) {
        if (first == null) {
          first = e;
        } else {
          first.addSuppressed(e);
        }
      }
    }
    if (first != null) {
      throw first;
    }
  }

  private static void close(AutoCloseable part) {
    try {
      part.close();
    } catch (RuntimeException e) {
      throw e;
    } catch (Exception e) {
      throw new IllegalStateException("it could not be closed: " + part, e);
    }
  }

  private void start(int number) {
    try {
      running.put(number, plan.start().at(plan.place(number)));
    } catch (RuntimeException e) {
      throw e;
    } catch (Exception e) {
      throw new AssertionError("server " + number + " of " + plan.group() + " did not start", e);
    }
  }

  private FlotillaServer server(int number) {
    return plan.server().apply(member(number));
  }

  private void awaitFounded(int number) {
    CompletableFuture<String> founded = server(number).founded().toCompletableFuture();
    try {
      founded.get(limit().toMillis(), TimeUnit.MILLISECONDS);
    } catch (ExecutionException e) {
      throw new AssertionError("server " + number + " does not serve", e.getCause());
    } catch (TimeoutException e) {
      throw new AssertionError("server " + number + " does not serve yet: " + this, e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new AssertionError("interrupted while server " + number + " was starting", e);
    }
  }

  private static void await(Supplier<String> what, Supplier<Boolean> condition) {
    long beganNanos = System.nanoTime();
    while (!condition.get()) {
      if (System.nanoTime() - beganNanos > limit().toNanos()) {
        throw new AssertionError("waited for " + limit() + " for " + what.get());
      }
      LockSupport.parkNanos(LOOK_NANOS);
      if (Thread.currentThread().isInterrupted()) {
        throw new AssertionError("interrupted while waiting for " + what.get());
      }
    }
  }

  /** As many times longer as processes wait for each processor, at most 20. */
  private static Duration limit() {
    var system = ManagementFactory.getOperatingSystemMXBean();
    double load = system.getSystemLoadAverage() / system.getAvailableProcessors();
    return LIMIT.multipliedBy((long) Math.ceil(Math.max(1, Math.min(20, load))));
  }

  @Override
  public String toString() {
    StringBuilder text = new StringBuilder("group " + plan.group() + ":");
    for (int number = 0; number < plan.servers(); number++) {
      text.append(" server ").append(number).append(' ');
      text.append(running.containsKey(number) ? server(number).role() : "stopped");
      text.append(isolated.contains(number) ? " (isolated)" : "").append(';');
    }
    return text.toString();
  }
}
