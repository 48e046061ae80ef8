package dev.flotilla.dpws.eventing;

import dev.flotilla.dpws.EventLoops;
import dev.flotilla.dpws.NetworkPorts;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;

/** Event loops whose time a test moves forward. */
final class MovableTime {
  private final AtomicLong aheadNanos = new AtomicLong();

  EventLoops loops() {
    NetworkPorts ports = EventLoops.start(2, "test").ports();
    return EventLoops.on(
        new NetworkPorts(
            ports.group(),
            ports.sockets(),
            ports.listeners(),
            () -> System.nanoTime() + aheadNanos.get(),
            ports.seeds(),
            ports.names()));
  }

  void pass(Duration time) {
    aheadNanos.addAndGet(time.toNanos());
  }
}
