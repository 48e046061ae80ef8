package dev.flotilla.bench.harness.management;

import dev.flotilla.dpws.EventLoops;
import dev.flotilla.dpws.device.DeviceExplorer;
import dev.flotilla.dpws.device.Metadata;
import dev.flotilla.dpws.discovery.Target;
import dev.flotilla.dpws.eventing.EventHandlers;
import dev.flotilla.dpws.eventing.EventSink;
import dev.flotilla.dpws.http.HttpEndpoint;
import dev.flotilla.dpws.http.HttpLimits;
import dev.flotilla.dpws.http.client.CallerOptions;
import dev.flotilla.dpws.http.client.SoapCaller;
import dev.flotilla.dpws.soap.EmptyBody;
import dev.flotilla.dpws.soap.EndpointReference;
import dev.flotilla.dpws.soap.Operation;
import dev.flotilla.testing.Await;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;

/** Does what a manager of 2014 does, over the network. */
final class Driver2014 implements AutoCloseable {
  private static final Duration LONG = Await.limit();

  private final EventLoops loops = EventLoops.start(1, "test");
  private final SoapCaller caller = new SoapCaller(loops, CallerOptions.DEFAULT);
  private final DeviceExplorer explorer = new DeviceExplorer(caller);
  private final HttpEndpoint endpoint;
  private final EventSink sink;

  Driver2014() throws IOException {
    endpoint =
        HttpEndpoint.open(
            loops, new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), HttpLimits.DEFAULT);
    sink = new EventSink(loops, endpoint, "/events", caller, Runnable::run);
  }

  /** The address of a hosted service of an agent, as its metadata has it. */
  URI service(ManagementAgent agent, String serviceId) throws Exception {
    Target device = agent.target();
    Metadata metadata =
        get(
            explorer.device(
                new EndpointReference(device.endpointReference()), device.xAddrs().get(0), LONG));
    return metadata.hosted().stream()
        .filter(hosted -> hosted.serviceId().equals(serviceId))
        .findFirst()
        .orElseThrow()
        .addresses()
        .get(0);
  }

  <Q, A> A call(ManagementAgent agent, Operation<Q, A> operation, Q request) throws Exception {
    return get(caller.call(service(agent, "ManagementService"), operation, request, LONG));
  }

  /** Calls, and does not wait for the answer. */
  <Q, A> CompletableFuture<A> begin(ManagementAgent agent, Operation<Q, A> operation, Q request)
      throws Exception {
    return caller
        .call(service(agent, "ManagementService"), operation, request, LONG)
        .toCompletableFuture();
  }

  /** Why the agent rejects the request. */
  <Q, A> String rejection(ManagementAgent agent, Operation<Q, A> operation, Q request)
      throws Exception {
    try {
      call(agent, operation, request);
    } catch (ExecutionException e) {
      return String.valueOf(e.getCause().getMessage());
    }
    throw new AssertionError("the request was accepted");
  }

  void setParameters(ManagementAgent agent, Parameter... parameters) throws Exception {
    call(agent, ManagementOperations.SET_PARAMETERS, List.of(parameters));
  }

  void setMembership(ManagementAgent agent, URI... servers) throws Exception {
    call(agent, ManagementOperations.SET_MEMBERSHIP, new ServerAddresses(List.of(servers)));
  }

  void order(ManagementAgent agent, Operation<EmptyBody, EmptyBody> operation) throws Exception {
    call(agent, operation, EmptyBody.EMPTY);
  }

  String stats(ManagementAgent agent) throws Exception {
    return call(agent, ManagementOperations.GET_STATS, EmptyBody.EMPTY);
  }

  /** Subscribes to the end of the client's commands. */
  CompletableFuture<EmptyBody> subscribeToEnd(ManagementAgent client) throws Exception {
    CompletableFuture<EmptyBody> ended = new CompletableFuture<>();
    EventHandlers handlers =
        EventHandlers.builder().on(ManagementOperations.END_DISSEMINATION, ended::complete).build();
    get(sink.subscribe(service(client, "ManagementService"), handlers, LONG));
    return ended;
  }

  static <T> T get(CompletionStage<T> stage) throws Exception {
    return stage.toCompletableFuture().get(LONG.toSeconds(), TimeUnit.SECONDS);
  }

  @Override
  public void close() {
    sink.close();
    endpoint.close();
    caller.close();
    loops.close();
  }
}
