package dev.flotilla.systemtests.hostile;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.flotilla.systemtests.hostile.Datagrams.Heard;
import java.io.IOException;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;

/** Datagrams: rule 7, m2, m4, and the lenient reading of m6. */
final class DiscoveryCases {
  private static final String TYPES = "r:RAFT_Device";
  private static final String SCOPE = "urn:flotilla:group:" + Arena.GROUP;
  private static final int MAX_FACTOR = 3;
  private static final long ANSWERS_MILLIS = 2_500;
  private static final int JUNK = 2_000;
  private static final long LARGE_INSTANCE = 1L << 47;
  private static final int MAX_DATAGRAM = 65_000;

  private DiscoveryCases() {}

  static void addTo(Attacks all) {
    all.own("probe-type", arena -> probe(Datagrams.probe(TYPES)));
    all.own("probe-empty", arena -> probe(Datagrams.emptyProbe()));
    all.own("probe-unicast", DiscoveryCases::unicast);
    all.own("probe-off-link", DiscoveryCases::offLink);
    all.own("large-instance-id", arena -> largeInstance());
    all.own("junk", DiscoveryCases::junk);
    all.own("hellos-200-5s", arena -> flood(200, 5, SCOPE));
    all.own("hellos-2000-5s", arena -> flood(2_000, 5, SCOPE));
    all.own("hellos-200-30s", arena -> flood(200, 30, SCOPE));
    all.own("hellos-other-scope", arena -> flood(2_000, 5, "urn:flotilla:group:other"));
  }

  private static String probe(byte[] probe) throws IOException {
    try (Datagrams socket = Datagrams.from(Network.ATTACKER)) {
      socket.multicast(probe);
      Map<String, Heard> heard = socket.hear(ANSWERS_MILLIS, "");
      String summary = factor(heard, probe.length);
      Answers.require(heard.size() == Network.SERVERS, "silent: " + summary);
      return summary;
    }
  }

  private static String factor(Map<String, Heard> heard, int sent) throws IOException {
    long most = heard.values().stream().mapToLong(Heard::bytes).max().orElse(0);
    String summary = heard.size() + " servers, at most " + most + " bytes for " + sent;
    Answers.require(most <= (long) MAX_FACTOR * sent, summary);
    return summary;
  }

  private static String unicast(Arena arena) throws IOException {
    String last = "";
    for (Target to : arena.targets()) {
      try (Datagrams socket = Datagrams.from(Network.ATTACKER)) {
        byte[] probe = Datagrams.probe(TYPES);
        socket.unicast(to.address(), probe);
        last = factor(socket.hear(ANSWERS_MILLIS, ""), probe.length);
      }
    }
    return last;
  }

  private static String offLink(Arena arena) throws IOException, InterruptedException {
    long before = arena.network().trapped();
    try (Datagrams socket = Datagrams.from(Network.OFF_LINK)) {
      for (int i = 0; i < 20; i++) {
        socket.multicast(Datagrams.probe(TYPES));
        for (Target to : arena.targets()) {
          socket.unicast(to.address(), Datagrams.probe(TYPES));
        }
      }
      requireSilence(socket, "");
    }
    long packets = arena.network().trapped() - before;
    Answers.require(packets == 0, packets + " packets went off the link");
    return "none";
  }

  private static void requireSilence(Datagrams socket, String words) throws IOException {
    Map<String, Heard> heard = socket.hear(ANSWERS_MILLIS, "");
    Answers.require(heard.isEmpty(), words + "answered: " + heard);
  }

  private static String largeInstance() throws IOException {
    try (Datagrams hears = Datagrams.toAll();
        Datagrams socket = Datagrams.from(Network.ATTACKER)) {
      String sender = Soap.newUid();
      socket.multicast(Datagrams.hello(sender, TYPES, SCOPE, LARGE_INSTANCE));
      Map<String, Heard> heard = hears.hear(ANSWERS_MILLIS, sender);
      Answers.require(!heard.isEmpty(), "no server asked for the sender of such a Hello");
      return heard.size() + " servers asked";
    }
  }

  private static String junk(Arena arena) throws IOException, InterruptedException {
    long seed = System.nanoTime();
    Random random = new Random(seed);
    byte[] whole = Datagrams.probe(TYPES);
    try (Datagrams socket = Datagrams.from(Network.ATTACKER)) {
      for (int i = 0; i < JUNK; i++) {
        byte[] bytes = new byte[i % 100 == 0 ? MAX_DATAGRAM : random.nextInt(1_400)];
        random.nextBytes(bytes);
        // Every second one begins as an envelope does.
        if (i % 2 == 0) {
          int length = Math.min(bytes.length, random.nextInt(whole.length));
          System.arraycopy(whole, 0, bytes, 0, length);
        }
        socket.multicast(bytes);
        socket.unicast(arena.targets().get(i % Network.SERVERS).address(), bytes);
        TimeUnit.MILLISECONDS.sleep(1);
      }
      socket.multicast("<x>".repeat(20_000).getBytes(UTF_8));
      requireSilence(socket, "seed " + seed + ", ");
    }
    return "none";
  }

  private static String flood(int perSecond, int seconds, String scope)
      throws IOException, InterruptedException {
    int sent = perSecond * seconds;
    try (Datagrams hears = Datagrams.toAll();
        Datagrams socket = Datagrams.from(Network.ATTACKER)) {
      long millis = TimeUnit.SECONDS.toMillis(seconds) + ANSWERS_MILLIS;
      var hearing = new FutureTask<>(() -> hears.hear(millis, ""));
      new Thread(hearing, "hears-datagrams").start();
      long began = System.nanoTime();
      for (int i = 0; i < sent; i++) {
        socket.multicast(Datagrams.hello(Soap.newUid(), TYPES, scope, 1));
        long due = began + TimeUnit.SECONDS.toNanos(1) * i / perSecond;
        TimeUnit.NANOSECONDS.sleep(due - System.nanoTime());
      }
      int packets = hearing.get().values().stream().mapToInt(Heard::packets).sum();
      String summary = packets + " datagrams came for " + sent + " Hellos";
      Answers.require(scope.equals(SCOPE) ? packets < sent : packets == 0, summary);
      return summary;
    } catch (ExecutionException e) {
      throw new IOException("cannot hear the servers", e);
    }
  }
}
