package dev.flotilla.interop;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.SynchronousQueue;

/**
 * Measures the systems in windows that alternate, in both orders, and prints the medians of the
 * ratios of neighbours.
 */
public final class Rivals {
  private static final int KEYS = 100;
  private static final int SETTLE_MILLIS = 1000;
  private static final int MILLIS_PER_TICK = 10;
  private static final String VALUE = "v".repeat(100);

  /** How a client of a system is made. */
  private interface Maker {
    Rival make() throws Exception;
  }

  private record Rated(String name, Maker maker, List<Long> servers) {}

  /** What one client does again and again. */
  private interface Step {
    void once(Rival rival, int number) throws Exception;
  }

  private record Window(double perSecond, double coreMillis) {}

  private final List<Rated> systems = new ArrayList<>();
  private final int rounds;
  private final long windowMillis;

  private Rivals(int rounds, long windowMillis) {
    this.rounds = rounds;
    this.windowMillis = windowMillis;
  }

  /**
   * Measures locks, or the map.
   *
   * @param arguments {@code locks|map ROUNDS MILLIS}, then for each system {@code NAME WHERE
   *     PID,PID,...}
   */
  public static void main(String[] arguments) throws Exception {
    Rivals rivals = new Rivals(Integer.parseInt(arguments[1]), Long.parseLong(arguments[2]));
    boolean isLocks = arguments[0].equals("locks");
    for (int i = 3; i < arguments.length; i += 3) {
      String name = arguments[i];
      String where = arguments[i + 1];
      List<Long> servers =
          Arrays.stream(arguments[i + 2].split(",")).map(Long::parseLong).toList();
      Maker maker =
          switch (name) {
            case "flotilla" ->
                () -> isLocks ? FlotillaRival.ofLocks(where) : FlotillaRival.ofMap(where);
            case "curator" -> () -> new CuratorRival(where);
            case "jetcd" -> () -> new JetcdRival(where);
            default -> throw new IllegalArgumentException(name);
          };
      rivals.systems.add(new Rated(name, maker, servers));
    }
    if (isLocks) {
      Step lock = (rival, number) -> rival.lockAndUnlock();
      rivals.measure("lock and unlock, alone", 1, lock);
      rivals.measure("lock and unlock, 10 contenders", 10, lock);
    } else {
      Step put = (rival, number) -> rival.put("key-" + number % KEYS, VALUE + number);
      rivals.measure("put, 1 client", 1, put);
      rivals.measure("put, 10 clients", 10, put);
      rivals.measure("get, 1 client", 1, (rival, number) -> rival.get("key-" + number % KEYS));
      rivals.measure("get, 10 clients", 10, (rival, number) -> rival.get("key-" + number % KEYS));
      rivals.measureWatches();
    }
    System.exit(0);
  }

  /** From the begin of a put until the watch of another client tells it, one after another. */
  private void measureWatches() throws Exception {
    List<List<Rival>> clients = connect(2);
    List<Step> steps = new ArrayList<>();
    for (List<Rival> pair : clients) {
      SynchronousQueue<String> told = new SynchronousQueue<>();
      pair.get(0).put("watched", "first");
      pair.get(1)
          .watch(
              "watched",
              value -> {
                try {
                  if (!value.equals("first")) {
                    told.put(value);
                  }
                } catch (InterruptedException e) {
                  Thread.currentThread().interrupt();
                }
              });
      steps.add(
          (rival, number) -> {
            String value = VALUE + number;
            rival.put("watched", value);
            String heard = told.take();
            if (!heard.equals(value)) {
              throw new IllegalStateException("told " + heard + ", put " + value);
            }
          });
    }
    Thread.sleep(SETTLE_MILLIS);
    List<List<Rival>> writers = clients.stream().map(pair -> pair.subList(0, 1)).toList();
    windows("put until a watch tells it", writers, steps);
    close(clients);
  }

  private void measure(String what, int number, Step step) throws Exception {
    List<List<Rival>> clients = connect(number);
    windows(what, clients, Collections.nCopies(systems.size(), step));
    close(clients);
  }

  private List<List<Rival>> connect(int number) throws Exception {
    List<List<Rival>> clients = new ArrayList<>();
    for (Rated system : systems) {
      List<Rival> ofSystem = new ArrayList<>();
      for (int i = 0; i < number; i++) {
        ofSystem.add(system.maker().make());
      }
      clients.add(ofSystem);
    }
    return clients;
  }

  private static void close(List<List<Rival>> clients) throws Exception {
    for (List<Rival> ofSystem : clients) {
      for (Rival rival : ofSystem) {
        rival.close();
      }
    }
  }

  private void windows(String what, List<List<Rival>> clients, List<Step> steps) throws Exception {
    List<List<Window>> measured = new ArrayList<>();
    systems.forEach(it -> measured.add(new ArrayList<>()));
    // The first round warms up, and is not counted.
    for (int round = 0; round <= rounds; round++) {
      for (int place = 0; place < systems.size(); place++) {
        int which = round % 2 == 0 ? place : systems.size() - 1 - place;
        Window window =
            window(clients.get(which), steps.get(which), systems.get(which).servers());
        if (round > 0) {
          measured.get(which).add(window);
        }
        Thread.sleep(SETTLE_MILLIS);
      }
    }
    report(what, measured);
  }

  private Window window(List<Rival> clients, Step step, List<Long> servers) throws Exception {
    ExecutorService threads = Executors.newFixedThreadPool(clients.size());
    long before = processorMillis(servers);
    long began = System.nanoTime();
    long end = began + windowMillis * 1_000_000;
    List<Future<Integer>> counts = new ArrayList<>();
    for (Rival client : clients) {
      Callable<Integer> loop =
          () -> {
            int count = 0;
            while (System.nanoTime() < end) {
              step.once(client, count++);
            }
            return count;
          };
      counts.add(threads.submit(loop));
    }
    long all = 0;
    for (Future<Integer> count : counts) {
      all += count.get();
    }
    double seconds = (System.nanoTime() - began) / 1e9;
    threads.shutdown();
    return new Window(all / seconds, (processorMillis(servers) - before) / (double) all);
  }

  private static long processorMillis(List<Long> servers) throws Exception {
    long ticks = 0;
    for (long pid : servers) {
      String stat = Files.readString(Path.of("/proc/" + pid + "/stat"));
      String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ");
      ticks += Long.parseLong(fields[11]) + Long.parseLong(fields[12]);
    }
    return ticks * MILLIS_PER_TICK;
  }

  private void report(String what, List<List<Window>> measured) {
    for (int i = 0; i < systems.size(); i++) {
      double[] rates = sorted(measured.get(i).stream().mapToDouble(Window::perSecond).toArray());
      double[] cores = sorted(measured.get(i).stream().mapToDouble(Window::coreMillis).toArray());
      String ratio = "";
      if (i > 0) {
        List<Window> own = measured.get(0);
        List<Window> other = measured.get(i);
        double[] ratios = new double[rounds];
        for (int round = 0; round < rounds; round++) {
          ratios[round] = own.get(round).perSecond() / other.get(round).perSecond();
        }
        sorted(ratios);
        ratio =
            String.format(
                Locale.ROOT, "%.2f (%.2f to %.2f)", middle(ratios), ratios[0], ratios[rounds - 1]);
      }
      System.out.printf(
          Locale.ROOT,
          "| %s | %s | %.0f (%.0f to %.0f) | %.2f | %s |%n",
          what,
          systems.get(i).name(),
          middle(rates),
          rates[0],
          rates[rates.length - 1],
          middle(cores),
          ratio);
      System.out.flush();
    }
  }

  private static double[] sorted(double[] values) {
    Arrays.sort(values);
    return values;
  }

  private static double middle(double[] sorted) {
    return sorted[sorted.length / 2];
  }
}
