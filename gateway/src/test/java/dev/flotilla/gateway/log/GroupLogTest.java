package dev.flotilla.gateway.log;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.flotilla.FlotillaServer;
import dev.flotilla.bdb.KeyValueStore;
import dev.flotilla.client.ClientSettings;
import dev.flotilla.client.dpws.DpwsGroupClient;
import dev.flotilla.client.dpws.WireClient;
import dev.flotilla.gateway.http.BadRequest;
import dev.flotilla.gateway.http.Field;
import dev.flotilla.gateway.http.Fields;
import dev.flotilla.gateway.http.WholeAnswer;
import dev.flotilla.gateway.http.WholeRequest;
import dev.flotilla.gateway.log.LogOptions.Mode;
import dev.flotilla.testing.Await;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class GroupLogTest {
  private static final String GROUP = "gateway-log-test";
  private static final AtomicInteger KEYS = new AtomicInteger();

  @TempDir static Path directory;
  private static FlotillaServer server;

  private static WireClient client;

  private GroupLog first;
  private GroupLog second;

  @BeforeAll
  static void found() throws Exception {
    server =
        FlotillaServer.builder(new KeyValueStore())
            .group(GROUP)
            .expect(1)
            .withoutDiscovery()
            .directory(directory)
            .start();
    server.founded().toCompletableFuture().get(Await.limitSeconds(), TimeUnit.SECONDS);
    client = client();
  }

  @AfterAll
  static void end() {
    client.close();
    server.close();
  }

  @BeforeEach
  void open() throws IOException {
    first = log("first");
    second = log("second");
  }

  @AfterEach
  void close() {
    first.close();
    second.close();
  }

  @Test
  void anotherGatewayRepeatsTheAnswerOfAKey() {
    WholeRequest request = keyed("POST");
    Ticket ticket = forwarded(admit(first, request));
    WholeAnswer answer = answer("created");
    assertThat(await(first.complete(ticket, answer))).isEqualTo(new Admission.Send(answer, false));

    assertThat(admit(second, request)).isEqualTo(new Admission.Send(answer, true));
    assertThat(refusal(second, with(request, "another body"))).isEqualTo(422);
  }

  @Test
  void ofAllGatewaysOneExecutesAKey() {
    for (int i = 0; i < 20; i++) {
      WholeRequest request = keyed("POST");
      CompletionStage<Admission> one = first.admit(request, key(request));
      CompletionStage<Admission> other = second.admit(request, key(request));

      List<Admission> both = List.of(await(one), await(other));
      assertThat(both).filteredOn(Admission.Forward.class::isInstance).hasSize(1);
      assertThat(both).filteredOn(KeyAnswers.UNDER_WAY::equals).hasSize(1);
    }
  }

  @Test
  void aKeyThatFailedMayBeUsedAgain() throws Exception {
    WholeRequest request = keyed("POST");
    first.abandon(forwarded(admit(first, request)));

    Admission again = admit(second, request);
    while (again.equals(KeyAnswers.UNDER_WAY)) {
      again = admit(second, request); // It is released in the background.
    }
    assertThat(again).isInstanceOf(Admission.Forward.class);
  }

  @Test
  void anAnswerThatIsTooLargeIsNotGivenTwice() {
    WholeRequest request = keyed("POST");
    Ticket ticket = forwarded(admit(first, request));
    WholeAnswer large = answer("x".repeat(GroupLog.MAX_RECORD_BYTES));
    assertThat(await(first.complete(ticket, large))).isEqualTo(new Admission.Send(large, false));

    Admission again = admit(second, request);
    while (again.equals(KeyAnswers.UNDER_WAY)) {
      again = admit(second, request);
    }
    assertThat(again).isEqualTo(KeyAnswers.NOT_KEPT);
  }

  @Test
  void aRequestThatIsTooLargeIsForwardedWithoutLog() {
    WholeRequest large = request("PUT", Fields.NONE, "x".repeat(GroupLog.MAX_RECORD_BYTES));

    assertThat(forwarded(admit(first, large)).isSkipped()).isTrue();
    assertThat(first.skipped()).isEqualTo(1);
  }

  @Test
  void ofADeadGatewayOnlyRequestsWithAKeyAreExecuted() throws Exception {
    GroupLog paused = log("paused");
    WholeRequest keyed = keyed("POST");
    Ticket late = forwarded(admit(paused, keyed));
    WholeRequest put = request("PUT", Fields.NONE, "put");
    WholeRequest post = request("POST", Fields.NONE, "post");
    forwarded(admit(paused, put));
    forwarded(admit(paused, post));
    countAsDead(paused);

    List<WholeRequest> left = List.of(keyed, put, post);
    List<WholeRequest> executed = new CopyOnWriteArrayList<>();
    BlockingQueue<String> events = new LinkedBlockingQueue<>();
    WholeAnswer answer = answer("finished");
    RequestExecutor executor =
        (request, lease) -> {
          executed.add(request);
          return CompletableFuture.completedFuture(
              new RequestExecutor.End.Executed(Optional.of(answer)));
        };
    GatewayWatch successor = GatewayWatch.start(second, executor, events::add);
    awaitEvent(events, "paused has died");
    awaitEvent(events, "paused left 3 requests; 1 of them");
    successor.close();

    // Other tests have left requests, too.
    assertThat(executed).filteredOn(it -> left.contains(it)).containsExactly(keyed);
    assertThat(admit(first, keyed)).isEqualTo(new Admission.Send(answer, true));
    assertThat(late.lease().isHeld()).isFalse();
    assertThat(late.lease().isOver()).isTrue();
    assertThat(await(paused.complete(late, answer("late"))))
        .isEqualTo(new Admission.Send(answer, true));
    paused.close();
  }

  @Test
  void aKeyThatWasAnsweredElsewhereIsNotExecutedAgain() throws Exception {
    GroupLog paused = log("answered");
    WholeRequest keyed = keyed("POST");
    Ticket ticket = forwarded(admit(paused, keyed));
    countAsDead(paused);
    RequestKey key = key(keyed).orElseThrow();
    Ticket taken = Ticket.taken(ticket.id(), "third", key, Lease.UNLIMITED);
    change(key, KeyState.running(key, ticket), KeyState.running(key, taken));
    WholeAnswer answer = answer("of the third");
    await(first.complete(taken, answer));

    BlockingQueue<String> events = new LinkedBlockingQueue<>();
    GatewayWatch successor = GatewayWatch.start(second, GroupLogTest::refuse, events::add);
    awaitEvent(events, "answered left");
    successor.close();
    assertThat(admit(second, keyed)).isEqualTo(new Admission.Send(answer, true));
    paused.close();
  }

  @Test
  void aPausedGatewayLeavesAKeyThatAnotherOneExecutes() throws Exception {
    GroupLog paused = log("leaving");
    WholeRequest keyed = keyed("POST");
    Ticket ticket = forwarded(admit(paused, keyed));
    RequestKey key = key(keyed).orElseThrow();
    Ticket taken = Ticket.taken(ticket.id(), "third", key, Lease.UNLIMITED);
    change(key, KeyState.running(key, ticket), KeyState.running(key, taken));

    assertThat(await(paused.complete(ticket, answer("late")))).isEqualTo(KeyAnswers.UNDER_WAY);
    paused.abandon(ticket);
    awaitIdle(paused);

    assertThat(admit(second, keyed)).isEqualTo(KeyAnswers.UNDER_WAY);
    assertThat(value(second, LogNames.open(ticket.id()))).isPresent();
    paused.close();
  }

  @Test
  void aTakeoverThatFailsIsBegunAgain() throws Exception {
    GroupLog dying = log("failing");
    WholeRequest keyed = keyed("POST");
    forwarded(admit(dying, keyed));
    countAsDead(dying);

    AtomicInteger attempts = new AtomicInteger();
    BlockingQueue<String> events = new LinkedBlockingQueue<>();
    RequestExecutor executor =
        (request, lease) -> {
          if (request.equals(keyed) && attempts.incrementAndGet() == 1) {
            throw new IllegalStateException("a defect");
          }
          return CompletableFuture.completedFuture(
              new RequestExecutor.End.Executed(Optional.of(answer("finished"))));
        };
    GatewayWatch successor = GatewayWatch.start(second, executor, events::add);
    awaitEvent(events, "failing has died");
    awaitEvent(events, "failing has died");
    awaitEvent(events, "failing left 1 requests; 1 of them");
    successor.close();
    assertThat(attempts).hasValue(2);
    dying.close();
  }

  @Test
  void aLeaseEndsWithTheClockThatGoesFurther() {
    AtomicReference<Moment> now = new AtomicReference<>(new Moment(0, 0));
    Lease lease = new Lease("g", now::get);
    assertThat(lease.isHeld()).isFalse();
    lease.renew(now.get(), 3_000);

    now.set(new Moment(TimeUnit.MILLISECONDS.toNanos(2_999), -50_000));
    assertThat(lease.isHeld()).isTrue();
    now.set(new Moment(TimeUnit.MILLISECONDS.toNanos(3_000), 0));
    assertThat(lease.isHeld()).isFalse();
    now.set(new Moment(TimeUnit.MILLISECONDS.toNanos(1), 3_000));
    assertThat(lease.isHeld()).isFalse();
    lease.renew(now.get(), 3_000);
    lease.end();
    assertThat(lease.isHeld()).isFalse();
  }

  @Test
  void aKeyIsForgottenAfterItsTimeOnly() throws Exception {
    KeyRetention short1 = new KeyRetention(1, 1 << 20);
    GroupLog brief = new GroupLog(client(), options().with(short1), "brief");
    GroupLog lasting = new GroupLog(client(), options(), "lasting");
    WholeRequest forgotten = keyed("POST");
    WholeRequest kept = keyed("POST");
    await(brief.complete(forwarded(admit(brief, forgotten)), answer("a")));
    await(lasting.complete(forwarded(admit(lasting, kept)), answer("b")));
    KeySweep sweep = new KeySweep(brief, store(), () -> 0);

    Await.until(
        () -> "a key that is forgotten",
        () -> {
          sweep.sweep();
          return admit(brief, forgotten) instanceof Admission.Forward;
        });
    assertThat(admit(brief, kept)).isEqualTo(new Admission.Send(answer("b"), true));
    brief.close();
    lasting.close();
  }

  @Test
  void answersOfADeadGatewayAreRemovedALongTimeAfter() throws Exception {
    AtomicLong nanos = new AtomicLong();
    GroupLog dead = log("long-dead");
    List<WholeRequest> requests = new ArrayList<>();
    for (int i = 0; i < 300; i++) {
      WholeRequest request = keyed("POST");
      requests.add(request);
      await(dead.complete(forwarded(admit(dead, request)), answer("a")));
    }
    dead.close();
    KeySweep sweep = new KeySweep(second, store(), nanos::get);
    sweep.sweep();
    nanos.addAndGet(TimeUnit.SECONDS.toNanos(KeyRetention.DEFAULT_SECONDS));
    sweep.sweep();
    assertThat(admit(second, requests.get(0))).isInstanceOf(Admission.Send.class);
    nanos.addAndGet(TimeUnit.SECONDS.toNanos(KeyRetention.DEFAULT_SECONDS));
    sweep.sweep();

    assertThat(admit(second, requests.get(0))).isInstanceOf(Admission.Forward.class);
    assertThat(admit(second, requests.get(299))).isInstanceOf(Admission.Forward.class);
  }

  @Test
  void withoutRoomNewKeysAreRefusedAndOldOnesAnswered() throws Exception {
    KeyRetention small = new KeyRetention(60_000, 64 << 10);
    GroupLog full = new GroupLog(client(), options().with(small), "full");
    WholeRequest first = keyed("POST");
    await(full.complete(forwarded(admit(full, first)), answer("first")));
    WholeRequest next = keyed("POST");
    while (admit(full, next) instanceof Admission.Forward forward) {
      await(full.complete(forward.ticket(), answer("a")));
      next = keyed("POST");
    }

    Admission.Refuse refusal = (Admission.Refuse) admit(full, next);
    assertThat(refusal.status()).isEqualTo(503);
    assertThat(refusal.reason()).contains("no room for another Idempotency-Key");
    assertThat(refusal.retrySeconds()).isGreaterThan(500);
    assertThat(admit(full, first)).isEqualTo(new Admission.Send(answer("first"), true));
    full.close();
  }

  @Test
  void withoutAGroupARequestIsRefused() throws IOException {
    ClientSettings nobody =
        settings("no-such-group", List.of(URI.create("http://127.0.0.1:1/RAFT_Service")), 300);
    try (GroupLog lost =
        new GroupLog(
            DpwsGroupClient.wire(nobody), LogOptions.of(Mode.SYNC).withWaitMillis(300), "lost")) {
      assertThat(refusal(lost, request("PUT", Fields.NONE, "b"))).isEqualTo(503);
      assertThat(refusal(lost, keyed("POST"))).isEqualTo(503);
      assertThat(admit(lost, request("GET", Fields.NONE, "")))
          .isEqualTo(new Admission.Forward(Ticket.NONE));
    }
  }

  /** Its pair stands still, as that of a gateway that is paused; it notices that, and goes on. */
  private void countAsDead(GroupLog log) {
    String name = log.gateway();
    assertThat(await(store().put(LogNames.gateway(name), "stopped".getBytes(UTF_8))))
        .isEqualTo(new KeyValues.Written.Done());
    Await.until(() -> "a new name of " + name, () -> !log.gateway().equals(name));
  }

  private void change(RequestKey key, KeyState from, KeyState to) {
    assertThat(
            await(
                store()
                    .compareAndSet(
                        LogNames.key(key.name()),
                        Optional.of(from.text()),
                        Optional.of(to.text()))))
        .isEqualTo(new KeyValues.Written.Done());
  }

  private static Optional<byte[]> value(GroupLog log, String name) {
    while (true) {
      if (await(log.watchStore().get(name))
          instanceof KeyValues.Read.Found<Optional<byte[]>> found) {
        return found.value();
      }
    }
  }

  private static void awaitEvent(BlockingQueue<String> events, String words) throws Exception {
    String event = "";
    while (!event.contains(words)) {
      event = events.poll(Await.limitSeconds(), TimeUnit.SECONDS);
      assertThat(event).as("an event with " + words).isNotNull();
    }
  }

  /** Waits until all changes are made that it makes in the background. */
  private static void awaitIdle(GroupLog log) {
    Await.until(() -> "an idle log", () -> log.waitingChanges() == 0);
  }

  private static CompletionStage<RequestExecutor.End> refuse(WholeRequest request, Lease lease) {
    return CompletableFuture.completedFuture(new RequestExecutor.End.Failed());
  }

  private static GroupLog log(String name) throws IOException {
    return new GroupLog(client(), options(), name);
  }

  private static LogOptions options() {
    return LogOptions.of(Mode.SYNC).withDeadMillis(500).withWaitMillis((int) Await.limitMillis());
  }

  private static WireClient client() throws IOException {
    return DpwsGroupClient.wire(settings(GROUP, List.of(server.address()), Await.limitMillis()));
  }

  /** Unlike that of a watch, it has time for an answer. */
  private static KeyValues store() {
    return new KeyValues(client);
  }

  private static ClientSettings settings(String group, List<URI> servers, long timeoutMillis) {
    return ClientSettings.of(group)
        .withTimeout(Duration.ofMillis(timeoutMillis))
        .withServers(servers);
  }

  private static WholeRequest keyed(String method) {
    Field key = new Field(RequestKey.FIELD, "key-" + KEYS.incrementAndGet());
    return request(method, new Fields(List.of(key)), "body");
  }

  private static WholeRequest request(String method, Fields fields, String body) {
    return new WholeRequest(method, "/target", fields, body.getBytes(UTF_8));
  }

  private static WholeRequest with(WholeRequest request, String body) {
    return request(request.method(), request.fields(), body);
  }

  private static WholeAnswer answer(String body) {
    return new WholeAnswer(201, "Created", Fields.NONE, body.getBytes(UTF_8));
  }

  private static Optional<RequestKey> key(WholeRequest request) {
    try {
      return RequestKey.of(request);
    } catch (BadRequest e) {
      throw new IllegalArgumentException(e);
    }
  }

  private static Admission admit(GroupLog log, WholeRequest request) {
    return await(log.admit(request, key(request)));
  }

  private static int refusal(GroupLog log, WholeRequest request) {
    return ((Admission.Refuse) admit(log, request)).status();
  }

  private static Ticket forwarded(Admission admission) {
    return ((Admission.Forward) admission).ticket();
  }

  private static <T> T await(CompletionStage<T> stage) {
    return stage.toCompletableFuture().join();
  }
}
