package dev.flotilla.systemtests.hostile;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import dev.flotilla.systemtests.hostile.HostileCase.Effect;
import dev.flotilla.systemtests.hostile.HostileCase.UnexpectedAnswer;
import java.io.IOException;
import java.util.List;

/** Many connections, and slow ones: rule 8 and m1. */
final class ConnectionCases {
  private static final int MANY = 1_100;
  private static final long HOLD_MILLIS = 12_000;
  private static final long REOPEN_MILLIS = 28_000;
  private static final byte[] ONE_BYTE = {'P'};
  private static final byte[] NOTHING = {};

  private ConnectionCases() {}

  static List<HostileCase> cases() {
    return List.of(
        held("m1", "one-byte-leader", "1,100 one-byte connections to the leader", false, false),
        held("m1", "one-byte-reopened", "the same, reopened when closed", false, true),
        held("m1", "one-byte-all", "1,100 one-byte connections to each server", true, false),
        held("8", "one-byte-all-reopened", "the same, reopened when closed", true, true),
        new HostileCase(
            "m1",
            "idle",
            "1,100 idle connections to each server for 12 s",
            "closed or held",
            Effect.NONE,
            arena -> crowd(arena, arena.targets(), NOTHING, HOLD_MILLIS, false)),
        slow(),
        flood("header-count", "100,000 header fields", "X-A: b\r\n", 100_000),
        flood("header-long", "a header field of 16 MiB", "x", 16 << 20),
        endlessChunkHead(),
        new HostileCase(
            "corpus",
            "pipelined",
            "1,000 requests for a page in one go on each of 50 connections",
            "answered or closed",
            Effect.NONE,
            arena -> {
              String one = "GET / HTTP/1.1\r\nHost: " + arena.leader().target().authority();
              byte[] all = (one + "\r\n\r\n").repeat(1_000).getBytes(ISO_8859_1);
              return crowd(arena, List.of(arena.leader().target()), all, 3_000, false, 50);
            }));
  }

  private static HostileCase held(
      String row, String name, String input, boolean all, boolean reopening) {
    return new HostileCase(
        row,
        name,
        input
            + (reopening ? " at up to 2,000/s" : "")
            + ", for "
            + (reopening ? REOPEN_MILLIS : HOLD_MILLIS) / 1_000
            + " s",
        "good requests go on",
        Effect.NONE,
        arena -> {
          List<Target> targets = all ? arena.targets() : List.of(arena.leader().target());
          long millis = reopening ? REOPEN_MILLIS : HOLD_MILLIS;
          return crowd(arena, targets, ONE_BYTE, millis, reopening);
        });
  }

  private static String crowd(
      Arena arena, List<Target> targets, byte[] first, long millis, boolean reopening)
      throws IOException, InterruptedException {
    return crowd(arena, targets, first, millis, reopening, MANY);
  }

  private static String crowd(
      Arena arena, List<Target> targets, byte[] first, long millis, boolean reopening, int count)
      throws IOException, InterruptedException {
    try (Crowd crowd = new Crowd(arena.http())) {
      for (Target target : targets) {
        crowd.open(target, count, first);
      }
      return crowd.hold(millis, reopening);
    }
  }

  private static HostileCase slow() {
    return new HostileCase(
        "corpus",
        "slow-senders",
        "300 connections to each server that send a byte of a head each second, for 12 s",
        "closed or held",
        Effect.NONE,
        arena -> {
          try (Crowd crowd = new Crowd(arena.http())) {
            for (Target target : arena.targets()) {
              crowd.open(target, 300, ONE_BYTE);
            }
            String last = "";
            for (byte next : "OST / HTTP/1".getBytes(ISO_8859_1)) {
              crowd.drip(new byte[] {next});
              last = crowd.hold(1_000, false);
            }
            return last;
          }
        });
  }

  private static HostileCase flood(String name, String input, String repeated, int times) {
    return new HostileCase(
        "corpus",
        name,
        input + ", to each server",
        "refused",
        Effect.NONE,
        arena -> {
          String begin = "POST " + Target.PATH + " HTTP/1.1\r\nX: ";
          String head = begin + repeated.repeat(times) + "\r\n\r\n";
          return refused(arena, head);
        });
  }

  private static HostileCase endlessChunkHead() {
    return new HostileCase(
        "corpus",
        "chunk-extension",
        "a chunk extension of 8 MiB, to each server",
        "refused",
        Effect.NONE,
        arena -> {
          String head =
              "POST %s HTTP/1.1\r\nHost: %s\r\nTransfer-Encoding: chunked\r\n\r\n1;"
                  .formatted(Target.PATH, arena.leader().target().authority());
          return refused(arena, head + "x".repeat(8 << 20) + "\r\nx\r\n0\r\n\r\n");
        });
  }

  private static String refused(Arena arena, String request) throws UnexpectedAnswer, IOException {
    String last = "";
    for (Target to : arena.targets()) {
      last = Answers.refused(arena.http().exchange(to, request.getBytes(ISO_8859_1)));
    }
    return last;
  }
}
