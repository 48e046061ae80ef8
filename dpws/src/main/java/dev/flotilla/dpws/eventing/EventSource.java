package dev.flotilla.dpws.eventing;

import dev.flotilla.dpws.EventLoops;
import dev.flotilla.dpws.eventing.EventingMessages.Expires;
import dev.flotilla.dpws.eventing.EventingMessages.Filter;
import dev.flotilla.dpws.eventing.EventingMessages.Subscribe;
import dev.flotilla.dpws.eventing.EventingMessages.SubscribeResponse;
import dev.flotilla.dpws.eventing.SubscriptionEnd.Cause;
import dev.flotilla.dpws.http.SoapService;
import dev.flotilla.dpws.http.client.CallerOptions;
import dev.flotilla.dpws.http.client.SoapCaller;
import dev.flotilla.dpws.soap.EmptyBody;
import dev.flotilla.dpws.soap.EndpointReference;
import dev.flotilla.dpws.soap.Exchange;
import dev.flotilla.dpws.soap.OperationHandler;
import dev.flotilla.dpws.soap.ReferenceParameter;
import dev.flotilla.dpws.soap.SoapFaultException;
import dev.flotilla.dpws.soap.SoapHeader;
import dev.flotilla.dpws.tls.PeerCheck;
import dev.flotilla.dpws.tls.TlsKeys;
import io.netty.util.NetUtil;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The events of a hosted service: takes subscriptions and pushes events to their sinks.
 *
 * <p>Each subscription gets its events in the order in which they are published, one at a time. The
 * next event is sent when the sink has accepted the one before. Events wait in a bounded queue for
 * each subscription; a sink that is too slow or cannot be reached gets a SubscriptionEnd and is
 * forgotten. An event reaches a sink at most once, or twice if the connection breaks while the sink
 * accepts it.
 *
 * <p>Everything that a subscriber chooses is bounded by {@link EventSourceSettings}. Any thread;
 * only {@link #close} blocks.
 */
public final class EventSource implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(EventSource.class);
  private static final int MAX_CONNECTIONS_PER_SINK = 4;
  private static final int MAX_ANSWER_BYTES = 64 << 10;
  private static final long CLOSE_TIMEOUT_MILLIS = 2_000;

  private final EventLoops loops;
  private final EventSourceSettings settings;
  private final Map<String, EventType<?>> types = new LinkedHashMap<>();
  private final List<FeedType<?>> feeds;
  private final SoapCaller caller;
  private final SubscriptionTable subscriptions;
  private volatile Supplier<List<InetSocketAddress>> servedAt = List::of;

  /** Held while an event goes to all queues, so that all have the same order. */
  private final Object order = new Object();

  private EventSource(
      EventLoops loops,
      EventSourceSettings settings,
      Collection<EventType<?>> events,
      Collection<FeedType<?>> feeds,
      CallerOptions options) {
    this.loops = loops;
    this.settings = settings;
    this.feeds = List.copyOf(feeds);
    events.forEach(this::addType);
    feeds.forEach(feed -> addType(feed.event()));
    // Its own: a sink that does not answer takes nothing from the calls of others.
    this.caller =
        new SoapCaller(
            loops,
            options
                .withConnections(MAX_CONNECTIONS_PER_SINK, 1)
                .withMaxEnvelopeBytes(MAX_ANSWER_BYTES));
    this.subscriptions = new SubscriptionTable(settings);
  }

  /**
   * A source without subscriptions.
   *
   * @param loops shared, stays open when the source closes
   * @param events all types of events that it publishes
   */
  public static EventSource open(
      EventLoops loops, EventSourceSettings settings, Collection<EventType<?>> events) {
    return open(loops, settings, events, List.of());
  }

  /**
   * A source of a device with TLS: sinks have https addresses, and certificates of the same
   * authority.
   *
   * @param loops shared, stays open when the source closes
   * @param events all types of events that it publishes
   * @param feeds all types of events that subscribers fetch
   * @param keys the device's, stay open when the source closes
   */
  public static EventSource open(
      EventLoops loops,
      EventSourceSettings settings,
      Collection<EventType<?>> events,
      Collection<FeedType<?>> feeds,
      TlsKeys keys) {
    return new EventSource(
        loops, settings, events, feeds, CallerOptions.DEFAULT.withKeys(keys, PeerCheck.ANY));
  }

  /**
   * The same with feeds. A subscriber who names no filter gets all of them from now on.
   *
   * @param loops shared, stays open when the source closes; all messages to sinks are written here
   * @param feeds all types of events that subscribers fetch
   */
  public static EventSource open(
      EventLoops loops,
      EventSourceSettings settings,
      Collection<EventType<?>> events,
      Collection<FeedType<?>> feeds) {
    return new EventSource(loops, settings, events, feeds, CallerOptions.DEFAULT);
  }

  /**
   * Names the addresses at which the source itself is served; they are no sinks. Any thread.
   *
   * @param addresses asked on event loops; must not block
   */
  public void servedAt(Supplier<List<InetSocketAddress>> addresses) {
    servedAt = addresses;
  }

  /** The actions of its events, of feeds too. */
  public Set<String> actions() {
    return Set.copyOf(types.keySet());
  }

  /** How many subscriptions there are. */
  public int subscriptionCount() {
    return subscriptions.all().size();
  }

  /**
   * Sends an event to all that have subscribed to it. Returns at once. Without effect if the source
   * is closed.
   *
   * @throws IllegalArgumentException if the source has not this type of events, or the event cannot
   *     be written
   */
  public <T> void publish(EventType<T> type, T event) {
    if (!type.equals(types.get(type.action())) || isFeed(type.action())) {
      throw new IllegalArgumentException(
          "the source has no events with the action " + type.action());
    }
    QueuedEvent<T> queued = QueuedEvent.of(type.notification(), event);
    synchronized (order) {
      subscriptions.all().stream()
          .filter(subscription -> subscription.wants(type.action()))
          .forEach(subscription -> subscription.offer(queued));
    }
  }

  /**
   * The operations by which others subscribe, for the hosted service whose events these are.
   *
   * @param path where the service is called
   */
  public SoapService operations(String path) {
    return SoapService.builder()
        .operation(
            EventingOperations.SUBSCRIBE_OPERATION,
            answering((request, ask) -> subscribe(request, ask, path)))
        .operation(EventingOperations.RENEW_OPERATION, answering(this::renew))
        .operation(EventingOperations.GET_STATUS_OPERATION, answering(this::status))
        .operation(EventingOperations.UNSUBSCRIBE_OPERATION, answering(this::unsubscribe))
        .build();
  }

  /**
   * Ends all subscriptions: delivers the events that wait, then a SubscriptionEnd each. Blocks
   * until then, at most 2 s. Idempotent.
   */
  @Override
  public void close() {
    SubscriptionEnd end = new SubscriptionEnd(Cause.SOURCE_SHUTTING_DOWN, "");
    List<SourceSubscription> open = subscriptions.close();
    open.forEach(subscription -> subscription.endAfterDelivery(end));
    if (!loops.isOwnThread()) {
      await(open.stream().map(SourceSubscription::ended).toList());
    }
    caller.close();
  }

  /** Answers a request, or throws the fault to answer. */
  @FunctionalInterface
  private interface Answering<Q, A> {
    A answer(Q request, Exchange<A> ask) throws SoapFaultException;
  }

  private static <Q, A> OperationHandler<Q, A> answering(Answering<Q, A> handler) {
    return (request, ask) -> {
      try {
        ask.answer(handler.answer(request, ask));
      } catch (SoapFaultException e) {
        LOG.debug("Request of {} refused: {}", ask.remoteAddress(), e.getMessage());
        ask.fault(e.fault());
      }
    };
  }

  private SubscribeResponse subscribe(
      Subscribe request, Exchange<SubscribeResponse> ask, String path) throws SoapFaultException {
    String identifier = newIdentifier();
    EndpointReference manager =
        new EndpointReference(
            caller.scheme() + "://" + NetUtil.toSocketAddressString(ask.localAddress()) + path,
            List.of(ReferenceParameter.of(EventingNames.IDENTIFIER, identifier)));
    Instant now = Instant.now();
    SourceSubscription.Parties parties = parties(request, ask, manager);
    Expiration asked = asked(request.expires(), now);
    Duration granted = granted(asked, now);
    SourceSubscription subscription =
        new SourceSubscription(parties, loops, caller, settings, granted);
    Optional<QueuedFeed<?>> feed = feed(request.filter(), parties.actions());
    try {
      subscriptions
          .add(identifier, subscription)
          .ifPresent(it -> it.cancel("it has made room for a subscriber at another address"));
    } catch (SoapFaultException e) {
      feed.ifPresent(opened -> opened.feed().close());
      throw e;
    }
    feed.ifPresent(subscription::follow);
    LOG.debug("{} has subscribed to {}", ask.remoteAddress(), parties.actions());
    return new SubscribeResponse(manager, asked.granted(granted, now).text());
  }

  private SourceSubscription.Parties parties(
      Subscribe request, Exchange<?> ask, EndpointReference manager) throws SoapFaultException {
    if (request.notifyTo() == null) {
      throw EventingFaults.modeUnavailable(String.valueOf(request.mode()));
    }
    var subscriber = ask.remoteAddress().getAddress();
    subscriptions.requireRoom(subscriber);
    Set<String> wanted = wanted(request.filter());
    EventTarget notifyTo = target(request.notifyTo(), subscriber);
    EventTarget endTo = request.endTo() == null ? null : target(request.endTo(), subscriber);
    return new SourceSubscription.Parties(subscriber, manager, notifyTo, endTo, wanted);
  }

  private EventTarget target(EndpointReference reference, InetAddress subscriber)
      throws SoapFaultException {
    EventTarget target = EventTarget.of(reference, caller.scheme(), subscriber, settings.sinks());
    if (target.isOneOf(servedAt.get())) {
      throw EventingFaults.unreachable(
          reference.address(), "this source itself listens there; name the address of your sink");
    }
    return target;
  }

  private Expires renew(Expires request, Exchange<Expires> ask) throws SoapFaultException {
    SourceSubscription subscription =
        subscriptions
            .find(identifier(ask.header()))
            .orElseThrow(() -> EventingFaults.unableToRenew("there is no such subscription"));
    Instant now = Instant.now();
    Expiration asked = asked(request.expires(), now);
    Duration granted = granted(asked, now);
    subscription.renew(granted);
    return new Expires(asked.granted(granted, now).text());
  }

  private Expires status(EmptyBody request, Exchange<Expires> ask) throws SoapFaultException {
    SourceSubscription subscription =
        subscriptions.find(identifier(ask.header())).orElseThrow(EventSource::noSubscription);
    return new Expires(Expiration.after(subscription.left()).text());
  }

  private EmptyBody unsubscribe(EmptyBody request, Exchange<EmptyBody> ask)
      throws SoapFaultException {
    subscriptions
        .remove(identifier(ask.header()))
        .orElseThrow(EventSource::noSubscription)
        .forget();
    return EmptyBody.EMPTY;
  }

  /** The feed that is asked for: by its dialect, by its action, or with all events. */
  private Optional<QueuedFeed<?>> feed(@Nullable Filter filter, Set<String> wanted)
      throws SoapFaultException {
    for (FeedType<?> type : feeds) {
      if (wanted.contains(type.event().action())) {
        return Optional.of(filter == null ? patient(type) : open(type, textOf(filter, type)));
      }
    }
    return Optional.empty();
  }

  private <T> QueuedFeed<T> patient(FeedType<T> type) {
    return new QueuedFeed<>(type.event(), new PatientFeed<>(loops, type.opener()));
  }

  private static String textOf(@Nullable Filter filter, FeedType<?> type) {
    if (filter == null || !type.dialect().toString().equals(filter.dialect())) {
      return "";
    }
    String text = filter.text();
    return text == null ? "" : text.strip();
  }

  private static <T> QueuedFeed<T> open(FeedType<T> type, String text) throws SoapFaultException {
    return new QueuedFeed<>(type.event(), type.opener().open(text));
  }

  private boolean isFeed(String action) {
    return feeds.stream().anyMatch(feed -> feed.event().action().equals(action));
  }

  private Set<String> wanted(@Nullable Filter filter) throws SoapFaultException {
    if (filter == null) {
      return actions();
    }
    for (FeedType<?> feed : feeds) {
      if (feed.dialect().toString().equals(filter.dialect())) {
        return Set.of(feed.event().action());
      }
    }
    if (!EventingNames.ACTION_DIALECT.equals(filter.dialect()) || filter.text() == null) {
      throw EventingFaults.filterUnavailable(filter.dialect());
    }
    ActionFilter actions;
    try {
      actions = ActionFilter.parse(filter.text());
    } catch (IllegalArgumentException e) {
      throw EventingFaults.invalidMessage(String.valueOf(e.getMessage()));
    }
    Set<String> wanted = actions.of(types.keySet());
    if (wanted.isEmpty()) {
      throw EventingFaults.noSuchAction(actions);
    }
    return wanted;
  }

  /** What is asked for; the longest time if nothing is. */
  private Expiration asked(@Nullable String text, Instant now) throws SoapFaultException {
    if (text == null) {
      return Expiration.after(settings.maxExpiration());
    }
    Expiration asked;
    try {
      asked = Expiration.parse(text);
    } catch (IllegalArgumentException e) {
      throw EventingFaults.invalidExpiration(text, String.valueOf(e.getMessage()));
    }
    Duration left = asked.from(now);
    if (left.isNegative() || left.isZero()) {
      throw EventingFaults.invalidExpiration(text, "it is over");
    }
    return asked;
  }

  private Duration granted(Expiration asked, Instant now) {
    Duration left = asked.from(now);
    return left.compareTo(settings.maxExpiration()) > 0 ? settings.maxExpiration() : left;
  }

  /** It cannot be guessed: a caller that names it may end the subscription. */
  private String newIdentifier() {
    var seeds = loops.ports().seeds();
    return "urn:uuid:" + new UUID(seeds.getAsLong(), seeds.getAsLong());
  }

  private static String identifier(SoapHeader header) throws SoapFaultException {
    return header
        .parameter(EventingNames.IDENTIFIER.name())
        .map(String::strip)
        .orElseThrow(
            () ->
                EventingFaults.invalidMessage(
                    "the reference parameter of the subscription manager is missing"));
  }

  private static SoapFaultException noSubscription() {
    return EventingFaults.invalidMessage("there is no such subscription");
  }

  private void addType(EventType<?> type) {
    if (types.putIfAbsent(type.action(), type) != null) {
      throw new IllegalArgumentException("two types of events have the action " + type.action());
    }
  }

  private static void await(List<CompletableFuture<@Nullable Void>> ended) {
    try {
      CompletableFuture.allOf(ended.toArray(CompletableFuture[]::new))
          .get(CLOSE_TIMEOUT_MILLIS, TimeUnit.MILLISECONDS);
    } catch (ExecutionException | TimeoutException e) {
      LOG.info("Not every sink has taken the end of its subscription within 2 s");
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
