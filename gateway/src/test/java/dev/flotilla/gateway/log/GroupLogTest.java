package dev.flotilla.gateway.log;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.flotilla.FlotillaServer;
import dev.flotilla.bdb.KeyValueStore;
import dev.flotilla.client.ClientSettings;
import dev.flotilla.client.GroupClient;
import dev.flotilla.client.Network;
import dev.flotilla.client.dpws.DpwsGroupClient;
import dev.flotilla.gateway.http.BadRequest;
import dev.flotilla.gateway.http.Field;
import dev.flotilla.gateway.http.Fields;
import dev.flotilla.gateway.http.WholeAnswer;
import dev.flotilla.gateway.http.WholeRequest;
import dev.flotilla.gateway.log.LogOptions.Mode;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
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
    server.founded().toCompletableFuture().get(30, TimeUnit.SECONDS);
  }

  @AfterAll
  static void end() {
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

    assertThat(admit(first, large)).isEqualTo(new Admission.Forward(Ticket.UNLOGGED));
    assertThat(first.skipped()).isEqualTo(1);
  }

  @Test
  void aGatewayFinishesWhatADeadOneHasLeft() throws Exception {
    GroupLog dying = log("dying");
    WholeRequest keyed = keyed("POST");
    WholeRequest put = request("PUT", Fields.NONE, "put");
    WholeRequest post = request("POST", Fields.NONE, "post");
    GatewayWatch pulse = GatewayWatch.start(dying, GroupLogTest::refuse, event -> {});
    Ticket late = forwarded(admit(dying, keyed));
    forwarded(admit(dying, put));
    forwarded(admit(dying, post));
    awaitPulse(dying);
    pulse.close();

    List<WholeRequest> executed = new ArrayList<>();
    BlockingQueue<String> events = new LinkedBlockingQueue<>();
    WholeAnswer answer = answer("finished");
    RequestExecutor executor =
        request -> {
          executed.add(request);
          return CompletableFuture.completedFuture(
              new RequestExecutor.End(true, Optional.of(answer)));
        };
    GatewayWatch successor = GatewayWatch.start(second, executor, events::add);
    assertThat(events.poll(20, TimeUnit.SECONDS)).contains("dying has died");
    assertThat(events.poll(20, TimeUnit.SECONDS)).contains("left 3 requests; 2 of them");
    successor.close();

    assertThat(executed).containsExactlyInAnyOrder(keyed, put);
    assertThat(admit(first, keyed)).isEqualTo(new Admission.Send(answer, true));
    // The dead one was only slow: its answer came too late.
    assertThat(await(dying.complete(late, answer("late"))))
        .isEqualTo(new Admission.Send(answer, true));
    dying.close();
  }

  @Test
  void aTakeoverThatFailsIsBegunAgain() throws Exception {
    GroupLog dying = log("failing");
    GatewayWatch pulse = GatewayWatch.start(dying, GroupLogTest::refuse, event -> {});
    forwarded(admit(dying, keyed("POST")));
    awaitPulse(dying);
    pulse.close();

    AtomicInteger attempts = new AtomicInteger();
    BlockingQueue<String> events = new LinkedBlockingQueue<>();
    RequestExecutor executor =
        request -> {
          if (attempts.incrementAndGet() == 1) {
            throw new IllegalStateException("a defect");
          }
          return CompletableFuture.completedFuture(
              new RequestExecutor.End(true, Optional.of(answer("finished"))));
        };
    GatewayWatch successor = GatewayWatch.start(second, executor, events::add);
    assertThat(events.poll(20, TimeUnit.SECONDS)).contains("failing has died");
    assertThat(events.poll(20, TimeUnit.SECONDS)).contains("failing has died");
    assertThat(events.poll(20, TimeUnit.SECONDS)).contains("left 1 requests; 1 of them");
    successor.close();
    assertThat(attempts).hasValue(2);
    dying.close();
  }

  @Test
  void theOldestAnswersAreRemoved() throws Exception {
    GroupLog small = new GroupLog(client(), options().withMaxAnswers(2), "small");
    List<WholeRequest> requests = new ArrayList<>();
    for (int i = 0; i < 4; i++) {
      WholeRequest request = keyed("POST");
      requests.add(request);
      await(small.complete(forwarded(admit(small, request)), answer("a")));
    }
    try (GatewayWatch watch = GatewayWatch.start(small, GroupLogTest::refuse, event -> {})) {
      watch.sweep();
    }

    assertThat(admit(small, requests.get(0))).isInstanceOf(Admission.Forward.class);
    assertThat(admit(small, requests.get(3))).isInstanceOf(Admission.Send.class);
    small.close();
  }

  @Test
  void oldAnswersAreRemovedThoughOneListDoesNotHoldThem() throws Exception {
    GroupLog small = new GroupLog(client(), options().withMaxAnswers(1_200), "many");
    List<CompletionStage<?>> puts = new ArrayList<>();
    for (int i = 0; i < 1_500; i++) {
      String stamp = LogNames.stamp(i, "many/" + i);
      puts.add(
          small
              .watchStore()
              .put(LogNames.kept(stamp), ("k" + i + " DONE f " + stamp).getBytes(UTF_8)));
      if (puts.size() == 250) {
        puts.forEach(GroupLogTest::await);
        puts.clear();
      }
    }
    try (GatewayWatch watch = GatewayWatch.start(small, GroupLogTest::refuse, event -> {})) {
      watch.sweep();
    }

    assertThat(isKept(small, 200)).isFalse();
    assertThat(isKept(small, 1_499)).isTrue();
    small.close();
  }

  private static boolean isKept(GroupLog log, int number) {
    String name = LogNames.kept(LogNames.stamp(number, "many/" + number));
    return ((KeyValues.Read.Found<Optional<byte[]>>) await(log.watchStore().get(name)))
        .value()
        .isPresent();
  }

  @Test
  void withoutAGroupARequestIsRefused() throws IOException {
    ClientSettings nobody =
        settings("no-such-group", List.of(URI.create("http://127.0.0.1:1/RAFT_Service")), 300);
    try (GroupLog lost =
        new GroupLog(DpwsGroupClient.connect(nobody), LogOptions.of(Mode.SYNC), "lost")) {
      assertThat(refusal(lost, request("PUT", Fields.NONE, "b"))).isEqualTo(503);
      assertThat(refusal(lost, keyed("POST"))).isEqualTo(503);
      assertThat(admit(lost, request("GET", Fields.NONE, "")))
          .isEqualTo(new Admission.Forward(Ticket.NONE));
    }
  }

  @Test
  void requestsWaitForALogThatIsBehind() throws IOException {
    ClientSettings nobody =
        settings("no-such-group", List.of(URI.create("http://127.0.0.1:1/RAFT_Service")), 1_000);
    try (GroupLog lost =
        new GroupLog(DpwsGroupClient.connect(nobody), LogOptions.of(Mode.ASYNC), "lost")) {
      WholeRequest put = request("PUT", Fields.NONE, "b");
      List<CompletionStage<Admission>> all = new ArrayList<>();
      for (int i = 0; i < GroupLog.MAX_UNCONFIRMED + 50; i++) {
        all.add(lost.admit(put, Optional.empty()));
      }

      assertThat(all)
          .filteredOn(it -> await(it) instanceof Admission.Forward)
          .hasSize(GroupLog.MAX_UNCONFIRMED);
    }
  }

  /** Waits until others can see that the gateway lives. */
  private static void awaitPulse(GroupLog log) {
    while (!(await(log.watchStore().get(LogNames.gateway(log.gateway())))
            instanceof KeyValues.Read.Found<Optional<byte[]>> found)
        || found.value().isEmpty()) {
      Thread.onSpinWait();
    }
  }

  private static CompletionStage<RequestExecutor.End> refuse(WholeRequest request) {
    return CompletableFuture.completedFuture(new RequestExecutor.End(false, Optional.empty()));
  }

  private static GroupLog log(String name) throws IOException {
    return new GroupLog(client(), options(), name);
  }

  private static LogOptions options() {
    return LogOptions.of(Mode.SYNC).withDeadMillis(500);
  }

  private static GroupClient client() throws IOException {
    return DpwsGroupClient.connect(settings(GROUP, List.of(server.address()), 10_000));
  }

  private static ClientSettings settings(String group, List<URI> servers, int timeoutMillis) {
    ClientSettings defaults = ClientSettings.of(group);
    return new ClientSettings(
        group,
        timeoutMillis,
        defaults.attemptTimeoutMillis(),
        defaults.retryPolicy(),
        Network.LOOPBACK,
        servers,
        Optional.empty(),
        defaults.maxPendingCalls(),
        0,
        Optional.empty(),
        Optional.empty());
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
