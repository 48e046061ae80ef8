package dev.flotilla.dpws.link;

import java.net.NetworkInterface;
import java.net.SocketException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Looks at network interfaces again and again, on a daemon thread of its own, and hands over what
 * it sees each time: who follows it compares, and can try again what did not succeed.
 */
public final class LinkWatch implements AutoCloseable {
  /** Between two looks; well below the 5 s within which a change is to be followed. */
  public static final Duration PERIOD = Duration.ofSeconds(1);

  private static final Logger LOG = LoggerFactory.getLogger(LinkWatch.class);
  private static final long CLOSE_LIMIT_SECONDS = 10;

  /** Where it looks. */
  @FunctionalInterface
  public interface Link {
    /**
     * The interfaces as they are now; may block for a moment.
     *
     * @throws SocketException when the system does not tell: nothing has changed, then
     */
    LinkState look() throws SocketException;

    /**
     * The interfaces, or whatever has their names later; empty for loopback alone, whose addresses
     * are nobody else's to call and stay.
     */
    static Optional<Link> to(List<NetworkInterface> interfaces, LinkState.Ipv6 ipv6) {
      List<String> names = interfaces.stream().map(NetworkInterface::getName).toList();
      return interfaces.stream().allMatch(Interfaces::isLoopback)
          ? Optional.empty()
          : Optional.of(() -> LinkState.of(names, ipv6));
    }
  }

  private final Link link;
  private final Consumer<LinkState> follower;
  private final ScheduledExecutorService thread;

  private LinkWatch(Link link, Consumer<LinkState> follower, String name) {
    this.link = link;
    this.follower = follower;
    this.thread =
        Executors.newSingleThreadScheduledExecutor(
            task -> {
              Thread created = new Thread(task, name);
              created.setDaemon(true);
              return created;
            });
  }

  /**
   * Begins to look, at once.
   *
   * @param period between the end of one look and the next
   * @param follower told after each look, on the watch's thread; may block
   * @param name of the thread
   */
  public static LinkWatch start(
      Link link, Duration period, Consumer<LinkState> follower, String name) {
    LinkWatch watch = new LinkWatch(link, follower, name);
    var unused =
        watch.thread.scheduleWithFixedDelay(watch::look, 0, period.toNanos(), TimeUnit.NANOSECONDS);
    return watch;
  }

  /** Looks no more, and waits for the follower; not for the watch's own thread. */
  @Override
  public void close() {
    thread.shutdownNow();
    try {
      if (!thread.awaitTermination(CLOSE_LIMIT_SECONDS, TimeUnit.SECONDS)) {
        LOG.warn("The watch of a network interface did not end in {} s", CLOSE_LIMIT_SECONDS);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void look() {
    try {
      follower.accept(link.look());
    } catch (SocketException e) {
      LOG.debug("The network interfaces cannot be listed", e);
    } catch (RuntimeException e) {
      // The next look tries again.
      LOG.warn("A change of network addresses could not be followed: {}", e.toString(), e);
    }
  }
}
