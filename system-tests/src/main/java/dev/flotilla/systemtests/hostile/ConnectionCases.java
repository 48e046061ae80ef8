package dev.flotilla.systemtests.hostile;

import dev.flotilla.systemtests.hostile.HostileCase.Attack;
import java.io.IOException;
import java.util.List;

/** Many connections, and slow ones: rule 8 and m1. */
final class ConnectionCases {
  private static final int MANY = 1_100;
  private static final long HOLD_MILLIS = 12_000;
  private static final long REOPEN_MILLIS = 28_000;
  private static final String ONE_BYTE = "P";
  private static final String POST = "POST " + Target.PATH + " HTTP/1.1\r\n";

  private ConnectionCases() {}

  static void addTo(Attacks all) {
    all.own("one-byte-leader", held(false, false));
    all.own("one-byte-reopened", held(false, true));
    all.own("one-byte-all", held(true, false));
    all.own("one-byte-all-reopened", held(true, true));
    all.own("idle", arena -> hold(arena, arena.targets(), MANY, "", HOLD_MILLIS, false));
    all.own("slow-senders", ConnectionCases::drip);
    all.raw("header-count", to -> POST + "X: " + "X-A: b\r\n".repeat(100_000) + "\r\n\r\n");
    all.raw("header-long", to -> POST + "X: " + "x".repeat(16 << 20) + "\r\n\r\n");
    all.raw(
        "chunk-extension",
        to ->
            POST
                + RawHttp.host(to)
                + "Transfer-Encoding: chunked\r\n\r\n1;"
                + "x".repeat(8 << 20)
                + "\r\nx\r\n0\r\n\r\n");
    all.own("pipelined", ConnectionCases::pipelined);
  }

  private static Attack held(boolean byAll, boolean reopening) {
    return arena -> {
      List<Target> targets = byAll ? arena.targets() : List.of(arena.target(arena.leader()));
      long millis = reopening ? REOPEN_MILLIS : HOLD_MILLIS;
      return hold(arena, targets, MANY, ONE_BYTE, millis, reopening);
    };
  }

  private static String pipelined(Arena arena) throws IOException, InterruptedException {
    Target to = arena.target(arena.leader());
    String all = ("GET / HTTP/1.1\r\n" + RawHttp.host(to) + "\r\n").repeat(1_000);
    return hold(arena, List.of(to), 50, all, 3_000, false);
  }

  private static String hold(
      Arena arena, List<Target> targets, int count, String first, long millis, boolean reopening)
      throws IOException, InterruptedException {
    try (Crowd crowd = new Crowd(arena.http())) {
      for (Target target : targets) {
        crowd.open(target, count, first);
      }
      return crowd.hold(millis, reopening);
    }
  }

  private static String drip(Arena arena) throws IOException, InterruptedException {
    try (Crowd crowd = new Crowd(arena.http())) {
      for (Target target : arena.targets()) {
        crowd.open(target, 300, ONE_BYTE);
      }
      String last = "";
      String rest = "OST / HTTP/1";
      for (int at = 0; at < rest.length(); at++) {
        crowd.drip(rest.substring(at, at + 1));
        last = crowd.hold(1_000, false);
      }
      return last;
    }
  }
}
