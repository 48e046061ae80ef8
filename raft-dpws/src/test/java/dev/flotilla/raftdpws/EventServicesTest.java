package dev.flotilla.raftdpws;

import static org.assertj.core.api.Assertions.assertThat;

import dev.flotilla.dpws.eventing.EventHandlers;
import dev.flotilla.dpws.eventing.EventSink;
import dev.flotilla.dpws.eventing.Subscription;
import dev.flotilla.dpws.eventing.SubscriptionEnd;
import dev.flotilla.dpws.http.HttpEndpoint;
import dev.flotilla.dpws.http.HttpLimits;
import dev.flotilla.dpws.http.client.CallFailure;
import dev.flotilla.dpws.http.client.CallerOptions;
import dev.flotilla.dpws.http.client.SoapCaller;
import dev.flotilla.raftdpws.TestServers.Server;
import dev.flotilla.raftdpws.message.MemberRequest;
import dev.flotilla.raftdpws.wire.RaftEvents;
import dev.flotilla.raftdpws.wire.RaftOperations;
import dev.flotilla.testing.Await;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Events have a service of their own, and earlier clients subscribe at RAFT_Service. */
@Tag("slow")
class EventServicesTest {
  @TempDir private Path root;

  @Test
  void bothServicesTakeSubscribersOfTheSameEvents() throws Exception {
    try (TestServers servers = new TestServers(root);
        SoapCaller caller = new SoapCaller(servers.loops, CallerOptions.DEFAULT);
        HttpEndpoint endpoint =
            HttpEndpoint.open(
                servers.loops,
                new InetSocketAddress(InetAddress.getLoopbackAddress(), 0),
                HttpLimits.DEFAULT);
        EventSink sink = new EventSink(servers.loops, endpoint, "/events", caller, Runnable::run)) {
      servers.startSteadyGroup(1);
      Server server = servers.leader();
      URI contract = server.device.address();
      URI events = contract.resolve("/RaftEvents");
      Set<URI> notified = ConcurrentHashMap.newKeySet();
      Map<URI, CompletionStage<SubscriptionEnd>> ends = new HashMap<>();

      // Who stands still for longer than an event waits has to subscribe again.
      Await.until(
          () -> "both in " + notified,
          () -> {
            for (URI service : List.of(contract, events)) {
              if (!ends.containsKey(service) || ends.get(service).toCompletableFuture().isDone()) {
                ends.put(service, subscribe(sink, service, notified).ended());
              }
            }
            servers.insert(TestServers.newUid(), "x");
            takeSnapshot(servers, server);
            return notified.containsAll(List.of(contract, events));
          });
    }
  }

  private static Subscription subscribe(EventSink sink, URI service, Set<URI> notified) {
    EventHandlers handlers =
        EventHandlers.builder()
            .on(RaftEvents.SNAPSHOT_TAKEN, event -> notified.add(service))
            .build();
    return Await.present(
        () -> "a subscription at " + service,
        () -> {
          try {
            return Optional.of(
                Await.result(sink.subscribe(service, handlers, Duration.ofMinutes(5))));
          } catch (CallFailure e) {
            assertThat(e.kind()).isIn(CallFailure.Kind.TIMEOUT, CallFailure.Kind.NOT_SENT);
            return Optional.empty();
          }
        });
  }

  private static void takeSnapshot(TestServers servers, Server server) {
    servers.call(
        server.device.address(),
        RaftOperations.TAKE_SNAPSHOT,
        new MemberRequest(Optional.empty(), Optional.of(server.device.member())));
  }

  @Test
  void theWsdlOfEventsIsServedBesideTheContract() {
    try (TestServers servers = new TestServers(root)) {
      servers.startSteadyGroup(1);
      URI contract = servers.leader().device.address();
      URI events = contract.resolve("/RaftEvents");

      assertThat(Http.get(URI.create(events + "?wsdl")).body())
          .contains("<soap12:address location=\"" + events + "\"/>")
          .contains("schemaLocation=\"" + events + "/flotilla.xsd\"")
          .contains("EventSource=\"true\"");
      assertThat(Http.get(URI.create(events + "/flotilla.xsd")).statusCode()).isEqualTo(200);
      assertThat(Http.get(URI.create(contract + "?wsdl")).body()).doesNotContain("RaftEvents");
    }
  }
}
