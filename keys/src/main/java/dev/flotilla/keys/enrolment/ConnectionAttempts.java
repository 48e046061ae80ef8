package dev.flotilla.keys.enrolment;

import dev.flotilla.dpws.discovery.Target;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Connects to every address that may be the service's, at once, so that a forger who answers first
 * delays nothing. At most {@value #MAX_ADDRESSES} a round. Any thread.
 */
final class ConnectionAttempts implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(ConnectionAttempts.class);
  private static final int MAX_ADDRESSES = 16;

  private final NamedAuthority trusted;
  private final BlockingQueue<ServiceConnection> connected = new LinkedBlockingQueue<>();
  private final Set<InetSocketAddress> tried = new HashSet<>();
  private final ExecutorService threads =
      Executors.newFixedThreadPool(
          MAX_ADDRESSES,
          task -> {
            Thread thread = new Thread(task, "flotilla-join");
            thread.setDaemon(true);
            return thread;
          });
  private Optional<ServiceConnection.Rejected> rejected = Optional.empty();
  private boolean isClosed;

  ConnectionAttempts(NamedAuthority trusted) {
    this.trusted = trusted;
  }

  /** A new round: addresses may be tried again. */
  synchronized void begin() {
    tried.clear();
  }

  /** Tries the addresses of somebody who says that he is the service. */
  void tryTarget(Target target) {
    if (target.types().contains(EnrolmentNames.TYPE)) {
      target.xAddrs().stream().flatMap(uri -> ServiceAddress.of(uri).stream()).forEach(this::tryAt);
    }
  }

  /** Tries an address, unless it or too many others were tried in this round. */
  synchronized void tryAt(InetSocketAddress address) {
    if (!isClosed && tried.size() < MAX_ADDRESSES && tried.add(address)) {
      threads.execute(() -> connect(address));
    }
  }

  /** The first connection that is trusted, within the time. */
  Optional<ServiceConnection> await(Duration time) throws InterruptedException {
    return Optional.ofNullable(connected.poll(time.toNanos(), TimeUnit.NANOSECONDS));
  }

  /** Who was not trusted, if anybody was asked: the last of them. */
  synchronized Optional<ServiceConnection.Rejected> rejected() {
    return rejected;
  }

  @Override
  public void close() {
    synchronized (this) {
      isClosed = true;
    }
    threads.shutdownNow();
    connected.forEach(ConnectionAttempts::closeQuietly);
  }

  private void connect(InetSocketAddress address) {
    try {
      ServiceConnection made = ServiceConnection.open(address, trusted);
      synchronized (this) {
        if (!isClosed) {
          connected.add(made);
          return;
        }
      }
      closeQuietly(made);
    } catch (ServiceConnection.Rejected e) {
      LOG.debug("join: {}", e.getMessage(), e);
      synchronized (this) {
        rejected = Optional.of(e);
      }
    } catch (IOException e) {
      LOG.debug("join: no connection to {}", address, e);
    }
  }

  private static void closeQuietly(ServiceConnection connection) {
    try {
      connection.close();
    } catch (IOException e) {
      LOG.debug("join: closing failed", e);
    }
  }
}
