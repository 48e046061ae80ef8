package dev.flotilla.dpws.eventing;

import dev.flotilla.dpws.EventLoops;
import dev.flotilla.dpws.eventing.EventingMessages.Filter;
import dev.flotilla.dpws.eventing.EventingMessages.Subscribe;
import dev.flotilla.dpws.eventing.EventingMessages.SubscribeResponse;
import dev.flotilla.dpws.http.HttpEndpoint;
import dev.flotilla.dpws.http.SoapService;
import dev.flotilla.dpws.http.client.SoapCaller;
import dev.flotilla.dpws.soap.EndpointReference;
import io.netty.util.NetUtil;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;

/**
 * Subscribes to the events of others and receives them at an endpoint of its own.
 *
 * <p>Each subscription has a path of its own, which only its source knows. Its handlers run on an
 * executor of the application, one at a time and in the order of arrival. Up to {@value
 * #MAX_WAITING_EVENTS} events wait for the handlers of a subscription; beyond half of them, or 256
 * KiB, the source waits for the handlers. Any thread; nothing blocks.
 */
public final class EventSink implements AutoCloseable {
  /** How many events wait for the handlers of one subscription. */
  static final int MAX_WAITING_EVENTS = 1_000;

  private static final Duration CALL_TIMEOUT = Duration.ofSeconds(5);

  private final EventLoops loops;
  private final HttpEndpoint endpoint;
  private final String path;
  private final SoapCaller caller;
  private final Executor executor;
  private final Duration callTimeout;
  private final Set<Subscription> subscriptions = ConcurrentHashMap.newKeySet();
  private volatile boolean closed;

  /**
   * A sink without subscriptions.
   *
   * @param endpoint where events arrive; stays open when the sink closes
   * @param path begins the paths of its subscriptions, such as {@code /events}
   * @param caller calls sources; stays open when the sink closes
   * @param executor runs handlers
   */
  public EventSink(
      EventLoops loops, HttpEndpoint endpoint, String path, SoapCaller caller, Executor executor) {
    this(loops, endpoint, path, caller, executor, CALL_TIMEOUT);
  }

  /** The same, whose sources may take so long to answer. */
  EventSink(
      EventLoops loops,
      HttpEndpoint endpoint,
      String path,
      SoapCaller caller,
      Executor executor,
      Duration callTimeout) {
    this.loops = loops;
    this.endpoint = endpoint;
    this.path = path;
    this.caller = caller;
    this.executor = executor;
    this.callTimeout = callTimeout;
  }

  /**
   * Subscribes to events, which may arrive before this completes.
   *
   * @param source the address of the hosted service whose events these are
   * @param expires the time that is asked for at once; the subscription renews itself
   * @return the subscription, or a {@link dev.flotilla.dpws.http.client.CallFailure}; completed on
   *     an event loop, which must not be blocked
   * @throws IllegalArgumentException if the address is not one that can be called, or the time is
   *     not positive
   * @throws IllegalStateException if the sink is closed
   */
  public CompletionStage<Subscription> subscribe(
      URI source, EventHandlers handlers, Duration expires) {
    String actions = String.join(" ", handlers.byAction().keySet());
    Filter byAction = new Filter(EventingNames.ACTION_DIALECT, actions);
    return subscribe(source, byAction, handlers, expires);
  }

  /**
   * Subscribes to a feed of events ({@link FeedType}), like {@link #subscribe(URI, EventHandlers,
   * Duration)}. A source without such feeds answers with a fault.
   *
   * @param dialect the dialect of the filter
   * @param filter the text of the filter: where the feed is to begin
   */
  public CompletionStage<Subscription> subscribe(
      URI source, URI dialect, String filter, EventHandlers handlers, Duration expires) {
    return subscribe(source, new Filter(dialect.toString(), filter), handlers, expires);
  }

  private CompletionStage<Subscription> subscribe(
      URI source, Filter filter, EventHandlers handlers, Duration expires) {
    if (expires.isNegative() || expires.isZero()) {
      throw new IllegalArgumentException("a subscription lasts longer than " + expires);
    }
    if (closed) {
      throw new IllegalStateException("the event sink is closed");
    }
    URI url = EventTarget.httpUrl(source.toString());
    var seeds = loops.ports().seeds();
    String ownPath = path + "/" + new UUID(seeds.getAsLong(), seeds.getAsLong());
    Subscription subscription =
        new Subscription(
            loops,
            caller,
            new CallbackQueue(executor, MAX_WAITING_EVENTS),
            callTimeout,
            expires,
            ended -> forget(ended, ownPath));
    subscriptions.add(subscription);
    endpoint.serve(ownPath, operations(subscription, handlers));
    return loops
        .ports()
        .names()
        .apply(hostOf(url))
        .thenCompose(host -> ask(url, host, ownPath, filter, expires, subscription))
        .whenComplete(
            (done, failure) -> {
              if (failure != null) {
                forget(subscription, ownPath);
              } else if (closed) {
                var unused = done.unsubscribe();
              }
            });
  }

  /** Unsubscribes from everything, without waiting for the sources. Idempotent. */
  @Override
  public void close() {
    closed = true;
    subscriptions.forEach(Subscription::unsubscribe);
  }

  private CompletionStage<Subscription> ask(
      URI source,
      InetAddress host,
      String ownPath,
      Filter filter,
      Duration expires,
      Subscription subscription) {
    return addressTowards(host)
        .thenCompose(
            address -> {
              EndpointReference own =
                  new EndpointReference(
                      endpoint.scheme() + "://" + NetUtil.toSocketAddressString(address) + ownPath);
              Subscribe request =
                  new Subscribe(
                      own, own, EventingNames.PUSH_MODE, Expiration.after(expires).text(), filter);
              return caller.call(
                  source, EventingOperations.SUBSCRIBE_OPERATION, request, callTimeout);
            })
        .thenApply(
            response -> {
              subscription.begin(manager(response, source, host), left(response));
              return subscription;
            });
  }

  /** The own address as the routes to the source have it; listens there if it does not yet. */
  private CompletionStage<InetSocketAddress> addressTowards(InetAddress host) {
    InetAddress own;
    try {
      own = SinkAddress.towards(host);
    } catch (IOException e) {
      return CompletableFuture.failedFuture(
          new IOException(
              "no address for events from %s: %s".formatted(host.getHostAddress(), e.getMessage()),
              e));
    }
    Optional<InetSocketAddress> known = SinkAddress.of(own, endpoint.addresses());
    return known.isPresent()
        ? CompletableFuture.completedFuture(known.get())
        : endpoint
            .listenAsync(new InetSocketAddress(own, 0))
            .thenApply(done -> SinkAddress.of(own, endpoint.addresses()).orElseThrow());
  }

  /** A source that names another host would have this sink send Renew messages to it. */
  private static EventTarget manager(SubscribeResponse response, URI source, InetAddress host) {
    URI url = EventTarget.httpUrl(response.manager().address());
    boolean isSameHost =
        url.getHost().equalsIgnoreCase(source.getHost())
            || SinkPolicy.onSubscribersHost().allows(host, url);
    if (!isSameHost || !url.getScheme().equals(source.getScheme())) {
      throw new IllegalArgumentException(
          "the source "
              + source
              + " names the subscription manager "
              + url
              + ", which is on another host or has another scheme; a subscription manager must be"
              + " on the host of its source");
    }
    return new EventTarget(url, response.manager());
  }

  private static Duration left(SubscribeResponse response) {
    return Expiration.parse(response.expires()).from(Instant.now());
  }

  private static String hostOf(URI url) {
    String host = url.getHost();
    return host.startsWith("[") ? host.substring(1, host.length() - 1) : host;
  }

  private static SoapService operations(Subscription subscription, EventHandlers handlers) {
    SoapService.Builder operations =
        SoapService.builder()
            .operation(
                EventingOperations.SUBSCRIPTION_END_OPERATION,
                (ended, notification) -> subscription.endedBySource(ended.end(), notification));
    for (EventHandlers.Handler<?> handler : handlers.byAction().values()) {
      add(handler, subscription, operations);
    }
    return operations.build();
  }

  private static <T> void add(
      EventHandlers.Handler<T> handler, Subscription subscription, SoapService.Builder operations) {
    operations.operation(
        handler.type().notification(),
        (event, notification) ->
            subscription.received(() -> handler.action().accept(event), notification));
  }

  private void forget(Subscription subscription, String ownPath) {
    endpoint.withdraw(ownPath);
    subscriptions.remove(subscription);
  }
}
