package dev.flotilla.systemtests.hostile;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;

/** Requests that cost more than they bring, and what fills a heap of 64 MiB: rule 6 and heap. */
final class WorkCases {
  private static final int READERS = 32;

  /** A search looks once at every 16,384 of them. */
  private static final int ENTRIES = 5 * 16_384;

  private static final int BATCH = 64;
  private static final int BUFFER_BYTES = 1 << 16;
  private static final Pattern EXECUTED = Pattern.compile("success>true<");
  private static final long READ_MILLIS = 10_000;
  private static final int SLOW_READERS = 50;
  private static final int UPLOADS = 16;
  private static final int MEBIBYTE = 1 << 20;
  private static final int LARGE = MEBIBYTE - 1_000;
  private static final int SMALL_BUFFER = 4_096;
  private static final long SOON_MILLIS = 1_000;

  private WorkCases() {}

  static void addTo(Attacks all) {
    all.own("unknown-uids", WorkCases::unknownUids);
    all.own("slow-readers", WorkCases::slowReaders);
  }

  private static String unknownUids(Arena arena) throws IOException, InterruptedException {
    fill(arena.http(), arena.target(arena.leader()));
    long deadline = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(READ_MILLIS);
    List<Callable<Integer>> readers = new ArrayList<>();
    for (int i = 0; i < READERS; i++) {
      Target to = arena.targets().get(i % Network.SERVERS);
      readers.add(() -> read(arena, to, deadline));
    }
    ExecutorService threads = Executors.newFixedThreadPool(READERS);
    int all = 0;
    try {
      for (Future<Integer> count : threads.invokeAll(readers)) {
        all += count.get();
      }
    } catch (ExecutionException e) {
      throw new IOException("a read was not answered", e);
    } finally {
      threads.shutdownNow();
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

  /** Has many good commands executed, by requests one behind the other on one connection. */
  private static void fill(RawHttp http, Target leader) throws IOException {
    try (Socket socket = http.connect(leader)) {
      for (int sent = 0; sent < ENTRIES; sent += BATCH) {
        socket.getOutputStream().write(batch(leader));
        readAnswers(socket.getInputStream());
      }
    }
  }

  private static byte[] batch(Target leader) {
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    for (int i = 0; i < BATCH; i++) {
      byte[] body = Soap.insert(leader, Soap.newUid(), Soap.GOOD, "f").getBytes(UTF_8);
      String head = new String(RawHttp.head(RawHttp.host(leader), body.length), UTF_8);
      all.writeBytes(head.replace("Connection: close\r\n", "").getBytes(UTF_8));
      all.writeBytes(body);
    }
    return all.toByteArray();
  }

  private static void readAnswers(InputStream in) throws IOException {
    byte[] buffer = new byte[BUFFER_BYTES];
    String all = "";
    for (long executed = 0; executed < BATCH; executed = EXECUTED.matcher(all).results().count()) {
      int n = in.read(buffer);
      Answers.require(n > 0, "closed after " + executed + " of " + BATCH + " commands: " + all);
      all += new String(buffer, 0, n, UTF_8);
      Answers.require(!all.contains("success>false<"), "not executed: " + all);
    }
  }

  private static String slowReaders(Arena arena) throws IOException, InterruptedException {
    Target to = arena.target(arena.leader());
    String uid = Soap.newUid();
    String large = Soap.insert(to, uid, Soap.GOOD, "g".repeat(LARGE));
    Answers.EXECUTED.check(arena.http().post(to, large));
    List<Socket> sockets = new ArrayList<>();
    try {
      for (int i = 0; i < SLOW_READERS; i++) {
        sockets.add(slowReader(arena, to, uid));
      }
      for (int i = 0; i < UPLOADS; i++) {
        sockets.add(upload(arena, to));
      }
      TimeUnit.MILLISECONDS.sleep(SOON_MILLIS);
      arena.mustExecute("meanwhile", SOON_MILLIS);
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
    socket.getOutputStream().write(RawHttp.head(RawHttp.host(to), read.length));
    socket.getOutputStream().write(read);
    return socket;
  }

  /** All of a large request but its last byte. */
  private static Socket upload(Arena arena, Target to) throws IOException {
    Socket socket = arena.http().connect(to);
    try {
      socket.getOutputStream().write(RawHttp.head(RawHttp.host(to), MEBIBYTE + 1L));
      socket.getOutputStream().write("x".repeat(MEBIBYTE).getBytes(UTF_8));
    } catch (IOException e) {
      // Refused, which is as it must be.
    }
    return socket;
  }
}
