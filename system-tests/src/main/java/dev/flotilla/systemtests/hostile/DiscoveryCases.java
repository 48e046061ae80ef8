package dev.flotilla.systemtests.hostile;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.flotilla.systemtests.hostile.HostileCase.Effect;
import dev.flotilla.systemtests.hostile.HostileCase.UnexpectedAnswer;
import java.io.IOException;
import java.util.List;
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

  static List<HostileCase> cases() {
    return List.of(
        probe("probe-type", "a Probe for our type", Datagrams.probe(TYPES)),
        probe("probe-empty", "a Probe for anything", Datagrams.emptyProbe()),
        probeTwice(),
        new HostileCase(
            "m4",
            "probe-off-link",
            "20 Probes from an address that is not on the link, to each server and to all",
            "no answer",
            Effect.NONE,
            DiscoveryCases::offLink),
        largeInstance(),
        new HostileCase(
            "7",
            "junk",
            "2,000 datagrams of random bytes, cut envelopes, and of 65,000 bytes",
            "no answer",
            Effect.NONE,
            DiscoveryCases::junk),
        hellos("7", 200, 5),
        hellos("7", 2_000, 5),
        hellos("m2", 200, 30),
        unwanted());
  }

  private static HostileCase probe(String name, String input, byte[] probe) {
    return new HostileCase(
        "m4",
        name,
        input + ", of " + probe.length + " bytes",
        "each server answers with at most three times the bytes",
        Effect.NONE,
        arena -> {
          try (Datagrams socket = Datagrams.from(Network.ATTACKER)) {
            socket.multicast(probe);
            return factor(socket.hear(ANSWERS_MILLIS, ""), probe.length, true);
          }
        });
  }

  private static String factor(Map<String, Datagrams.Heard> heard, int sent, boolean answered)
      throws UnexpectedAnswer {
    long most = heard.values().stream().mapToLong(Datagrams.Heard::bytes).max().orElse(0);
    String summary = heard.size() + " servers, at most " + most + " bytes for " + sent;
    Answers.require(most <= (long) MAX_FACTOR * sent, summary);
    Answers.require(!answered || heard.size() == Network.SERVERS, "silent: " + summary);
    return summary;
  }

  private static HostileCase probeTwice() {
    return new HostileCase(
        "m4",
        "probe-unicast",
        "a Probe for our type to the discovery port of each server alone",
        "each answers with at most three times the bytes",
        Effect.NONE,
        arena -> {
          String last = "";
          for (Target to : arena.targets()) {
            try (Datagrams socket = Datagrams.from(Network.ATTACKER)) {
              byte[] probe = Datagrams.probe(TYPES);
              socket.unicast(to.address(), probe);
              last = factor(socket.hear(ANSWERS_MILLIS, ""), probe.length, false);
            }
          }
          return last;
        });
  }

  private static String offLink(Arena arena)
      throws UnexpectedAnswer, IOException, InterruptedException {
    long before = arena.network().trapped();
    try (Datagrams socket = Datagrams.from(Network.OFF_LINK)) {
      for (int i = 0; i < 20; i++) {
        socket.multicast(Datagrams.probe(TYPES));
        for (Target to : arena.targets()) {
          socket.unicast(to.address(), Datagrams.probe(TYPES));
        }
      }
      Map<String, Datagrams.Heard> heard = socket.hear(ANSWERS_MILLIS, "");
      Answers.require(heard.isEmpty(), "answered: " + heard);
    }
    long packets = arena.network().trapped() - before;
    Answers.require(packets == 0, packets + " packets went off the link");
    return "none";
  }

  private static HostileCase largeInstance() {
    return new HostileCase(
        "m6",
        "large-instance-id",
        "a Hello of our type and group without an address whose InstanceId has 48 bits",
        "it is taken: a server asks where its sender is",
        Effect.NONE,
        arena -> {
          try (Datagrams hears = Datagrams.toAll();
              Datagrams socket = Datagrams.from(Network.ATTACKER)) {
            String sender = Soap.newUid();
            socket.multicast(
                Datagrams.hello(sender, TYPES, SCOPE, "", Long.toString(LARGE_INSTANCE)));
            Map<String, Datagrams.Heard> heard = hears.hear(ANSWERS_MILLIS, sender);
            Answers.require(!heard.isEmpty(), "no server asked for the sender of such a Hello");
            return heard.size() + " servers asked";
          }
        });
  }

  private static String junk(Arena arena)
      throws UnexpectedAnswer, IOException, InterruptedException {
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
      String deep = "<x>".repeat(20_000);
      socket.multicast(deep.getBytes(UTF_8));
      Map<String, Datagrams.Heard> heard = socket.hear(ANSWERS_MILLIS, "");
      Answers.require(heard.isEmpty(), "seed " + seed + ", answered: " + heard);
    }
    return "none";
  }

  private static HostileCase hellos(String row, int perSecond, int seconds) {
    return new HostileCase(
        row,
        "hellos-" + perSecond + "-" + seconds + "s",
        perSecond + " Hellos/s of our type and group with fresh UUIDs for " + seconds + " s",
        "fewer datagrams come from the servers than Hellos were sent",
        Effect.NONE,
        arena -> flood(perSecond, seconds, SCOPE));
  }

  private static HostileCase unwanted() {
    return new HostileCase(
        "7",
        "hellos-other-scope",
        "2,000 Hellos/s of another group for 5 s",
        "no datagram comes from the servers",
        Effect.NONE,
        arena -> flood(2_000, 5, "urn:flotilla:group:other"));
  }

  private static String flood(int perSecond, int seconds, String scope)
      throws UnexpectedAnswer, IOException, InterruptedException {
    int sent = perSecond * seconds;
    try (Datagrams hears = Datagrams.toAll();
        Datagrams socket = Datagrams.from(Network.ATTACKER)) {
      long millis = TimeUnit.SECONDS.toMillis(seconds) + ANSWERS_MILLIS;
      var hearing = new FutureTask<>(() -> hears.hear(millis, ""));
      new Thread(hearing, "hears-datagrams").start();
      long began = System.nanoTime();
      for (int i = 0; i < sent; i++) {
        socket.multicast(Datagrams.hello(Soap.newUid(), TYPES, scope, "", "1"));
        long due = began + TimeUnit.SECONDS.toNanos(1) * i / perSecond;
        long wait = TimeUnit.NANOSECONDS.toMillis(due - System.nanoTime());
        if (wait > 0) {
          TimeUnit.MILLISECONDS.sleep(wait);
        }
      }
      int packets = heard(hearing).values().stream().mapToInt(Datagrams.Heard::packets).sum();
      boolean isOurs = scope.equals(SCOPE);
      String summary = packets + " datagrams came for " + sent + " Hellos";
      Answers.require(isOurs ? packets < sent : packets == 0, summary);
      return summary;
    }
  }

  private static Map<String, Datagrams.Heard> heard(
      FutureTask<Map<String, Datagrams.Heard>> hearing) throws IOException, InterruptedException {
    try {
      return hearing.get();
    } catch (ExecutionException e) {
      throw new IOException("cannot hear the servers", e);
    }
  }
}
