package dev.flotilla.order.protocol;

import dev.flotilla.order.MessageId;
import dev.flotilla.order.protocol.OrderMessage.Content;
import dev.flotilla.order.protocol.OrderMessage.Submitted;
import java.util.TreeMap;

/**
 * The origin's part of {@link RaftOrder} at a client outside of the group: it submits a message to
 * all servers, of which the leader appends it and the others drop it. It submits again after a
 * second, until {@link #ended}; what gets into the log twice is delivered once. One thread.
 */
public final class SubmittingOrigin extends OutsideOrigin {
  private final TreeMap<MessageId, Content> undelivered = new TreeMap<>();
  private long nowNanos;
  private long retryNanos = Long.MAX_VALUE;

  /** Begins at a client that has not broadcast anything. */
  public SubmittingOrigin(int client, int servers) {
    super(client, servers);
  }

  @Override
  void begin(Content content) {
    undelivered.put(content.id(), content);
    sendToServers(new Submitted(content));
    if (undelivered.size() == 1) {
      retryNanos = nowNanos + RaftOrder.RETRY_NANOS;
    }
  }

  @Override
  public void ended(MessageId id) {
    undelivered.remove(id);
    if (undelivered.isEmpty()) {
      retryNanos = Long.MAX_VALUE;
    }
  }

  @Override
  public void noteTime(long nanos) {
    nowNanos = nanos;
  }

  @Override
  public void advanceTo(long nanos) {
    nowNanos = nanos;
    if (retryNanos <= nanos) {
      undelivered.values().forEach(content -> sendToServers(new Submitted(content)));
      retryNanos = nanos + RaftOrder.RETRY_NANOS;
    }
  }

  @Override
  public long nextDeadlineNanos() {
    return retryNanos;
  }
}
