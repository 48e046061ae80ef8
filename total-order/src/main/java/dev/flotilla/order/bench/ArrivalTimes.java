package dev.flotilla.order.bench;

import dev.flotilla.order.MessageId;
import dev.flotilla.order.protocol.OrderCodec;
import dev.flotilla.order.request.ClientFrame;
import dev.flotilla.order.request.Request;
import dev.flotilla.order.request.RequestCase;
import dev.flotilla.raft.model.Bytes;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/**
 * How long requests are at a server, from their arrival to their delivery. One that is delivered
 * before it arrives from its client does not count. Any thread.
 */
final class ArrivalTimes {
  private record Key(RequestCase way, int client, long number) {}

  private final Map<Key, Long> arrivalNanos = new ConcurrentHashMap<>();
  private volatile boolean isMeasuring;

  /** Guarded by this. */
  private final EnumMap<RequestCase, Total> totals = new EnumMap<>(RequestCase.class);

  /**
   * The time of several requests.
   *
   * @param count how many
   * @param nanos the sum of their times
   */
  record Total(long count, long nanos) {
    private Total plus(long more) {
      return new Total(count + 1, nanos + more);
    }
  }

  /** Whether requests that arrive from now on count. */
  void setMeasuring(boolean measuring) {
    isMeasuring = measuring;
  }

  /** Something has arrived from a client. */
  void arrived(int client, Bytes message) {
    if (isMeasuring) {
      long now = System.nanoTime();
      key(client, message).ifPresent(key -> arrivalNanos.putIfAbsent(key, now));
    }
  }

  private static Optional<Key> key(int client, Bytes message) {
    if (ClientFrame.isOne(message)) {
      return Optional.of(new Key(RequestCase.B, client, ClientFrame.decode(message).number()));
    }
    return OrderCodec.decode(message)
        .ofOrigin()
        .map(MessageId::number)
        .map(number -> new Key(RequestCase.A, client, number));
  }

  /** A request is delivered here. */
  void delivered(Request request) {
    Long arrival = arrivalNanos.remove(new Key(request.way(), request.client(), request.number()));
    if (arrival != null) {
      add(request.way(), System.nanoTime() - arrival);
    }
  }

  private synchronized void add(RequestCase way, long nanos) {
    totals.put(way, total(way).plus(nanos));
  }

  /** What has been measured of a case. */
  synchronized Total total(RequestCase way) {
    return totals.getOrDefault(way, new Total(0, 0));
  }
}
