package dev.flotilla.gateway.log;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.flotilla.FlotillaServer;
import dev.flotilla.bdb.KeyValueStore;
import dev.flotilla.client.ClientSettings;
import dev.flotilla.client.dpws.DpwsGroupClient;
import dev.flotilla.gateway.http.Fields;
import dev.flotilla.gateway.http.WholeAnswer;
import dev.flotilla.gateway.http.WholeRequest;
import dev.flotilla.gateway.log.LogOptions.Mode;
import dev.flotilla.testing.Await;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The group has nothing to do, or cannot be reached for a while, as in an election. */
class GroupOutageTest {
  private static final String GROUP = "gateway-outage-test";
  private static final int REQUESTS = 200;

  /** So long that no lease ends within a test. */
  private static final int DEAD_MILLIS = 400_000;

  @TempDir Path directory;
  private FlotillaServer server;
  private URI address;

  @BeforeEach
  void begin() throws Exception {
    server = start(0);
    address = server.address();
  }

  @AfterEach
  void end() {
    server.close();
  }

  @Test
  void requestsWaitUntilTheGroupIsBack() throws Exception {
    for (Mode mode : Mode.values()) {
      LogOptions patient = LogOptions.of(mode).withWaitMillis((int) outage().toMillis());
      try (GroupLog log = log(patient.withDeadMillis(500))) {
        server.close();
        List<CompletionStage<Admission>> admissions = new ArrayList<>();
        for (int i = 0; i < REQUESTS; i++) {
          admissions.add(log.admit(put(), Optional.empty()));
          RequestKey key = new RequestKey(mode + "-" + i, "f");
          admissions.add(
              log.admit(request(Fields.NONE.with(RequestKey.FIELD, "k")), Optional.of(key)));
        }
        server = start(address.getPort());

        assertThat(admissions).allMatch(it -> await(it) instanceof Admission.Forward);
      }
    }
  }

  @Test
  @Tag("full")
  void requestsWaitForALogThatIsBehind() throws Exception {
    LogOptions options = LogOptions.of(Mode.ASYNC).withDeadMillis(DEAD_MILLIS);
    try (GroupLog log = log(options)) {
      WholeRequest keyed = request(Fields.NONE.with(RequestKey.FIELD, "k"));
      RequestKey key = new RequestKey("k", "f");
      assertThat(await(log.admit(keyed, Optional.of(key)))).isInstanceOf(Admission.Forward.class);
      server.close();
      List<CompletionStage<Admission>> all = new ArrayList<>();
      for (int i = 0; i < GroupLog.MAX_UNCONFIRMED + 50; i++) {
        all.add(log.admit(put(), Optional.empty()));
      }

      assertThat(all)
          .filteredOn(it -> it.toCompletableFuture().isDone())
          .hasSize(GroupLog.MAX_UNCONFIRMED);
      server = start(address.getPort());
      assertThat(all).allMatch(it -> await(it) instanceof Admission.Forward);
    }
  }

  @Test
  @Tag("full")
  void anIdleGatewayWritesNothing() throws Exception {
    try (GroupLog log = log(LogOptions.of(Mode.SYNC))) {
      String name = log.gateway();
      GatewayWatch watch =
          GatewayWatch.start(log, (request, lease) -> new CompletableFuture<>(), event -> {});
      Admission.Forward put = (Admission.Forward) await(log.admit(put(), Optional.empty()));
      assertThat(hasPair(log, name)).isTrue();
      await(log.complete(put.ticket(), new WholeAnswer(200, "OK", Fields.NONE, new byte[0])));
      Await.until(() -> "no pair of " + name, () -> !hasPair(log, name));

      long renewals = log.pulse().renewals();
      assertThat(await(log.admit(put(), Optional.empty()))).isInstanceOf(Admission.Forward.class);
      assertThat(log.pulse().renewals()).isGreaterThan(renewals);
      assertThat(log.gateway()).isEqualTo(name);
      watch.close();
    }
  }

  private static boolean hasPair(GroupLog log, String gateway) {
    return await(log.watchStore().get(LogNames.gateway(gateway)))
            instanceof KeyValues.Read.Found<Optional<byte[]>> found
        && found.value().isPresent();
  }

  private FlotillaServer start(int port) throws Exception {
    FlotillaServer started =
        FlotillaServer.builder(new KeyValueStore())
            .group(GROUP)
            .expect(1)
            .withoutDiscovery()
            .port(port)
            .directory(directory)
            .start();
    started.founded().toCompletableFuture().get(Await.limitSeconds(), TimeUnit.SECONDS);
    return started;
  }

  private GroupLog log(LogOptions options) throws Exception {
    ClientSettings defaults = ClientSettings.of(GROUP);
    ClientSettings settings =
        ClientSettings.of(GROUP)
            .withTimeout(outage())
            .withServers(List.of(address))
            .withCalls(defaults.maxPendingCalls(), 10_000);
    return new GroupLog(DpwsGroupClient.wire(settings), options, GatewayWatch.newName());
  }

  /** The server starts in it, and all requests are admitted after that. */
  private static Duration outage() {
    return Await.limit().multipliedBy(2);
  }

  private static WholeRequest put() {
    return request(Fields.NONE);
  }

  private static WholeRequest request(Fields fields) {
    return new WholeRequest("PUT", "/target", fields, "body".getBytes(UTF_8));
  }

  private static <T> T await(CompletionStage<T> stage) {
    return stage.toCompletableFuture().join();
  }
}
