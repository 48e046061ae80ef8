package dev.flotilla.dpws;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/**
 * Looks up host names, one at a time, on a daemon thread that ends when it is idle. A lookup blocks
 * for as long as the name server takes; at most {@value #MAX_WAITING} wait for their turn, and
 * further ones fail. Any thread.
 */
final class NameLookup {
  /** Lookups that wait for their turn. */
  static final int MAX_WAITING = 64;

  private static final long IDLE_SECONDS = 10;

  private final Resolver resolver;
  private final ThreadPoolExecutor executor;

  /** Finds the address of a host; may block. */
  interface Resolver {
    /** The address of the host. */
    InetAddress addressOf(String name) throws UnknownHostException;
  }

  NameLookup(String threadName, Resolver resolver) {
    this.resolver = resolver;
    this.executor =
        new ThreadPoolExecutor(
            1,
            1,
            IDLE_SECONDS,
            TimeUnit.SECONDS,
            new LinkedBlockingQueue<>(MAX_WAITING),
            task -> newThread(task, threadName));
    executor.allowCoreThreadTimeOut(true);
  }

  /** The address of a host, or the reason why there is none. */
  CompletableFuture<InetAddress> find(String name) {
    try {
      return CompletableFuture.supplyAsync(() -> lookUp(name), executor);
    } catch (RejectedExecutionException e) {
      return CompletableFuture.failedFuture(
          new UnknownHostException(
              "the host %s is not looked up: there are more than %s names to look up at once"
                  .formatted(name, MAX_WAITING)));
    }
  }

  private InetAddress lookUp(String name) {
    try {
      return resolver.addressOf(name);
    } catch (UnknownHostException e) {
      throw new CompletionException("the host " + name + " is not known", e);
    }
  }

  private static Thread newThread(Runnable task, String name) {
    Thread thread = new Thread(task, name);
    thread.setDaemon(true);
    return thread;
  }
}
