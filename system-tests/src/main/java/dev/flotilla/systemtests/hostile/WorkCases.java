package dev.flotilla.systemtests.hostile;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.flotilla.systemtests.hostile.HostileCase.Effect;
import dev.flotilla.systemtests.hostile.HostileCase.UnexpectedAnswer;
import java.io.IOException;
import java.net.Socket;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;

/** Requests that cost more than they bring, and what fills a heap of 64 MiB: rule 6 and heap. */
final class WorkCases {
  private static final int READERS = 32;

  /** A search looks once at every 16,384 of them. */
  private static final int ENTRIES = 5 * 16_384;

  private static final long READ_MILLIS = 10_000;
  private static final int SLOW_READERS = 50;
  private static final int UPLOADS = 16;
  private static final int MEBIBYTE = 1 << 20;
  private static final int LARGE = MEBIBYTE - 1_000;
  private static final int SMALL_BUFFER = 4_096;
  private static final long SOON_MILLIS = 1_000;

  private WorkCases() {}

  static List<HostileCase> cases() {
    return List.of(
        new HostileCase(
            "6",
            "unknown-uids",
            "32 clients read unknown uids for 10 s, with " + ENTRIES + " commands in the log",
            "each is answered, as not found; good requests go on",
            Effect.NONE,
            WorkCases::unknownUids),
        new HostileCase(
            "heap",
            "slow-readers",
            "with -Xmx64m, 50 slow readers of 1 MiB answers and 16 MiB of requests at once",
            "503 or closed connections, then a good command within a second",
            Effect.NONE,
            WorkCases::slowReaders));
  }

  private static String unknownUids(Arena arena)
      throws UnexpectedAnswer, IOException, InterruptedException {
    Filler.fill(arena.http(), arena.target(arena.leader()), ENTRIES);
    ExecutorService readers = Executors.newFixedThreadPool(READERS);
    long deadline = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(READ_MILLIS);
    List<Future<Integer>> counts = new ArrayList<>();
    for (int i = 0; i < READERS; i++) {
      Target to = arena.targets().get(i % Network.SERVERS);
      counts.add(readers.submit(() -> read(arena, to, deadline)));
    }
    int all = 0;
    try {
      for (Future<Integer> count : counts) {
        all += count.get();
      }
    } catch (ExecutionException e) {
      throw new IOException("a read was not answered", e);
    } finally {
      readers.shutdownNow();
    }
    return all + " answers";
  }

  private static int read(Arena arena, Target to, long deadline) throws IOException {
    int count = 0;
    while (System.nanoTime() - deadline < 0) {
      RawHttp.Answer answer = arena.http().post(to, Soap.read(to, Soap.newUid()));
      if (answer.status() != 200 || answer.text().contains(">" + Soap.GOOD + "<")) {
        throw new IOException("not an answer to an unknown uid: " + answer.summary());
      }
      count++;
    }
    return count;
  }

  private static String slowReaders(Arena arena)
      throws UnexpectedAnswer, IOException, InterruptedException {
    Target to = arena.leader().target();
    String uid = Soap.newUid();
    RawHttp.Answer large = arena.http().post(to, Soap.insert(to, uid, "good", "g".repeat(LARGE)));
    Answers.executed(large);
    List<Socket> sockets = new ArrayList<>();
    try {
      for (int i = 0; i < SLOW_READERS; i++) {
        sockets.add(slowReader(arena, to, uid));
      }
      for (int i = 0; i < UPLOADS; i++) {
        sockets.add(upload(arena, to));
      }
      TimeUnit.MILLISECONDS.sleep(SOON_MILLIS);
      Optional<String> failure = arena.execute(SOON_MILLIS);
      Answers.require(failure.isEmpty(), "not executed meanwhile: " + failure.orElse(""));
      return "executed meanwhile";
    } finally {
      for (Socket socket : sockets) {
        socket.close();
      }
    }
  }

  private static Socket slowReader(Arena arena, Target to, String uid) throws IOException {
    Socket socket = arena.http().connect(to);
    socket.setReceiveBufferSize(SMALL_BUFFER);
    byte[] read = Soap.read(to, uid).getBytes(UTF_8);
    socket.getOutputStream().write(RawHttp.head(host(to), read.length));
    socket.getOutputStream().write(read);
    return socket;
  }

  /** All of a large request but its last byte. */
  private static Socket upload(Arena arena, Target to) throws IOException {
    Socket socket = arena.http().connect(to);
    byte[] part = new byte[MEBIBYTE];
    Arrays.fill(part, (byte) 'x');
    try {
      socket.getOutputStream().write(RawHttp.head(host(to), MEBIBYTE + 1L));
      socket.getOutputStream().write(part);
    } catch (IOException e) {
      // Refused, which is as it must be.
    }
    return socket;
  }

  private static String host(Target to) {
    return "Host: " + to.authority() + "\r\n";
  }
}
