package dev.flotilla.bench.client;

import dev.flotilla.bench.BenchClient;
import dev.flotilla.bench.InsertListener;
import dev.flotilla.bench.Workload;
import dev.flotilla.bench.WorkloadCommand;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.SplittableRandom;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Makes closed loops whose inserts and reads are written to a history: what was asked, when, and
 * how it ended.
 *
 * <p><b>Thread.</b> Any; a loop has one operation under way.
 */
final class RecordedClients implements AutoCloseable {
  private static final String REFUSED = "refused-";

  /** Half of the reads ask for one of so many commands that were sent last. */
  private static final int RECENT = 8;

  private final HistoryFile history;
  private final AtomicInteger nextNumber = new AtomicInteger();
  private final Map<String, Pending> pending = new ConcurrentHashMap<>();

  /** Guarded by itself. */
  private final List<String> sent = new ArrayList<>();

  private record Pending(int client, long called) {}

  private RecordedClients(HistoryFile history) {
    this.history = history;
  }

  /** Begins a history; a file that is there is replaced. */
  static RecordedClients begin(Path file) throws IOException {
    return new RecordedClients(HistoryFile.begin(file));
  }

  /** A loop that inserts. */
  ClosedLoop inserts(BenchClient client, Workload workload, Tally tally) {
    ClientNumber number = new ClientNumber();
    return new ClosedLoop(
        listener -> {
          WorkloadCommand command = workload.next();
          insert(client, number, command, listener);
        },
        tally);
  }

  /** A loop that reads what any of the clients has sent, answered or not. */
  ClosedLoop reads(BenchClient client, Tally tally) {
    ClientNumber number = new ClientNumber();
    SplittableRandom random = new SplittableRandom(number.current);
    return new ClosedLoop(listener -> read(client, number, oneOfSent(random), listener), tally);
  }

  /** A loop that reads each of these uids until it is answered, together with other such loops. */
  ClosedLoop readsBack(BenchClient client, Queue<String> uids) {
    ClientNumber number = new ClientNumber();
    return new ClosedLoop(
        listener -> {
          String uid = uids.poll();
          if (uid == null) {
            listener.done();
            return;
          }
          read(client, number, uid, new OrAgain(listener, uids, uid));
        },
        new UntilEmpty(uids));
  }

  /** The uids of all inserts so far, answered or not. */
  Queue<String> sent() {
    synchronized (sent) {
      return new ConcurrentLinkedQueue<>(sent);
    }
  }

  private String oneOfSent(SplittableRandom random) {
    synchronized (sent) {
      if (sent.isEmpty()) {
        return "nothing-yet";
      }
      int among = random.nextBoolean() ? Math.min(RECENT, sent.size()) : sent.size();
      return sent.get(sent.size() - 1 - random.nextInt(among));
    }
  }

  private void insert(
      BenchClient client, ClientNumber number, WorkloadCommand command, InsertListener listener) {
    String uid = command.uid();
    long called = System.nanoTime();
    pending.put(uid, new Pending(number.current, called));
    synchronized (sent) {
      sent.add(uid);
    }
    client.insert(
        command,
        new InsertListener() {
          @Override
          public void done() {
            ended(uid, false);
            listener.done();
          }

          @Override
          public void failed(String kind) {
            if (kind.startsWith(REFUSED)) {
              ended(uid, true);
            } else {
              unknown(uid);
              number.renew();
            }
            listener.failed(kind);
          }
        });
  }

  private void ended(String uid, boolean refused) {
    Pending insert = pending.remove(uid);
    if (insert != null) {
      history.inserted(insert.client(), uid, insert.called(), System.nanoTime(), refused);
    }
  }

  private void unknown(String uid) {
    Pending insert = pending.remove(uid);
    if (insert != null) {
      history.unknownInsert(insert.client(), uid, insert.called());
    }
  }

  private void read(BenchClient client, ClientNumber number, String uid, InsertListener listener) {
    long called = System.nanoTime();
    client.read(
        uid,
        new InsertListener() {
          @Override
          public void done() {
            history.read(number.current, uid, called, System.nanoTime(), true);
            listener.done();
          }

          @Override
          public void failed(String kind) {
            if (kind.equals(BenchClient.ABSENT)) {
              history.read(number.current, uid, called, System.nanoTime(), false);
              listener.done();
            } else { // a read without an answer constrains nothing
              listener.failed(kind);
            }
          }
        });
  }

  /** Ends the history; inserts that have not ended are unknown. */
  @Override
  public void close() throws IOException {
    List.copyOf(pending.keySet()).forEach(this::unknown);
    history.close();
  }

  /** In a history a client that does not know what became of its insert goes on as another one. */
  private final class ClientNumber {
    private volatile int current = nextNumber.getAndIncrement();

    private void renew() {
      current = nextNumber.getAndIncrement();
    }
  }

  /** Puts a uid back that could not be read. */
  private record OrAgain(InsertListener listener, Queue<String> uids, String uid)
      implements InsertListener {
    @Override
    public void done() {
      listener.done();
    }

    @Override
    public void failed(String kind) {
      uids.add(uid);
      listener.failed(kind);
    }
  }

  private record UntilEmpty(Queue<String> uids) implements Tally {
    @Override
    public boolean wantsMore() {
      return !uids.isEmpty();
    }

    @Override
    public void done(long latencyNanos) {}

    @Override
    public void failed(String kind) {}
  }
}
