package dev.flotilla.bench.client;

import dev.flotilla.bench.BenchClient;
import dev.flotilla.bench.InsertListener;
import dev.flotilla.bench.WorkloadCommand;

/**
 * A client whose inserts and reads are written to a history: what was asked, when, and how it
 * ended.
 *
 * <p><b>Thread.</b> Any; one operation is under way.
 */
final class RecordedClient implements BenchClient {
  private static final String REFUSED = "refused-";

  private final BenchClient client;
  private final HistoryFile history;

  /** In a history a client that does not know what became of its insert goes on as another one. */
  private volatile int number;

  RecordedClient(BenchClient client, HistoryFile history) {
    this.client = client;
    this.history = history;
    this.number = history.nextClient();
  }

  int number() {
    return number;
  }

  @Override
  public void insert(WorkloadCommand command, InsertListener listener) {
    String uid = command.uid();
    history.inserting(number, uid);
    client.insert(
        command,
        new InsertListener() {
          @Override
          public void done() {
            history.inserted(uid, "done");
            listener.done();
          }

          @Override
          public void failed(String kind) {
            if (kind.startsWith(REFUSED)) {
              history.inserted(uid, "refused");
            } else {
              history.unknownInsert(uid);
              number = history.nextClient();
            }
            listener.failed(kind);
          }
        });
  }

  /** {@inheritDoc} Done also if the value was certainly not there. */
  @Override
  public void read(String uid, InsertListener listener) {
    long called = System.nanoTime();
    client.read(
        uid,
        new InsertListener() {
          @Override
          public void done() {
            history.read(number, uid, called, true);
            listener.done();
          }

          @Override
          public void failed(String kind) {
            if (kind.equals(ABSENT)) {
              history.read(number, uid, called, false);
              listener.done();
            } else { // a read without an answer constrains nothing
              listener.failed(kind);
            }
          }
        });
  }

  /** Does nothing: the owner of the client closes it. */
  @Override
  public void close() {}
}
