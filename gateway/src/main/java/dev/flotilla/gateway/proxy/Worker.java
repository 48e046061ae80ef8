package dev.flotilla.gateway.proxy;

import io.netty.channel.EventLoop;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/** One event loop of the gateway with its connections. Everything happens on it. */
final class Worker {
  private static final long TICK_MILLIS = 250;
  private static final long STALLED_NANOS = TimeUnit.SECONDS.toNanos(1);
  private static final int EVICTED_AT_ONCE = 8;

  private final EventLoop loop;
  private final GatewayContext context;
  private final ConnectionPool pool;
  private final Set<ClientConnection> clients = new HashSet<>();

  Worker(EventLoop loop, GatewayContext context) {
    this.loop = loop;
    this.context = context;
    this.pool =
        new ConnectionPool(loop, context.ports(), context.options().patience().connectMillis());
  }

  void start() {
    var unused =
        loop.scheduleWithFixedDelay(this::tick, TICK_MILLIS, TICK_MILLIS, TimeUnit.MILLISECONDS);
  }

  EventLoop loop() {
    return loop;
  }

  GatewayContext context() {
    return context;
  }

  ConnectionPool pool() {
    return pool;
  }

  void add(ClientConnection client) {
    clients.add(client);
  }

  void remove(ClientConnection client) {
    clients.remove(client);
  }

  /**
   * Ends requests whose body has stalled, the longest first, so that others find room.
   *
   * @return whether there was one
   */
  boolean evictStalled() {
    long nowNanos = context.nowNanos();
    List<ClientConnection> stalled =
        clients.stream()
            .filter(it -> it.stalledNanos(nowNanos) > STALLED_NANOS)
            .sorted(Comparator.comparingLong(it -> -it.stalledNanos(nowNanos)))
            .limit(EVICTED_AT_ONCE)
            .toList();
    stalled.forEach(ClientConnection::evict);
    return !stalled.isEmpty();
  }

  private void tick() {
    long nowNanos = context.nowNanos();
    new ArrayList<>(clients).forEach(client -> client.tick(nowNanos));
  }
}
