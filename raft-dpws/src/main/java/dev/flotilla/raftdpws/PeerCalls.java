package dev.flotilla.raftdpws;

import dev.flotilla.dpws.EventLoops;
import dev.flotilla.dpws.http.client.AnswerCheck;
import dev.flotilla.dpws.http.client.CallerOptions;
import dev.flotilla.dpws.http.client.SoapCaller;
import dev.flotilla.node.loop.MemoryShares;
import dev.flotilla.raft.model.NodeId;
import dev.flotilla.raftdpws.admission.AdmissionRun;
import dev.flotilla.raftdpws.founding.FoundingRun;
import dev.flotilla.raftdpws.founding.MemberReplacementRun;
import dev.flotilla.raftdpws.keys.GroupKeys;
import dev.flotilla.raftdpws.message.AdminResponse;
import dev.flotilla.raftdpws.message.FoundRequest;
import dev.flotilla.raftdpws.message.FoundResponse;
import dev.flotilla.raftdpws.message.MemberRequest;
import dev.flotilla.raftdpws.message.ReadRevocationsRequest;
import dev.flotilla.raftdpws.message.ReadRevocationsResponse;
import dev.flotilla.raftdpws.message.ReadmitRequest;
import dev.flotilla.raftdpws.message.StatusRequest;
import dev.flotilla.raftdpws.message.StatusResponse;
import dev.flotilla.raftdpws.wire.RaftOperations;
import java.net.URI;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.BiConsumer;
import java.util.function.Function;
import java.util.function.Supplier;

/** Calls that one server makes to another outside of Raft. */
final class PeerCalls
    implements FoundingRun.Calls, MemberReplacementRun.Calls, AdmissionRun.Calls, AutoCloseable {
  /** The voter that is asked calls the member twice, with a timeout each. */
  private static final Duration SILENCE_TIMEOUT = Duration.ofSeconds(5);

  /** Longer than a server needs for two forces on a slow disk. */
  private static final Duration TIMEOUT = Duration.ofSeconds(1);

  /** A change of members is answered when it is made; whoever asks again in vain loses nothing. */
  private static final Duration CHANGE_TIMEOUT = Duration.ofSeconds(10);

  private static final int CONNECTIONS = 2;

  /** With keys, a new connection needs a handshake, which takes its time on a slow machine. */
  private static final Duration ANEW_TIMEOUT = Duration.ofSeconds(3);

  private final SoapCaller caller;
  private final Optional<GroupKeys> keys;
  private final SoapCaller anew;
  private final AnswerCheck<StatusResponse> statusCheck;
  private final AnswerCheck<FoundResponse> foundCheck;
  private final KnownStatuses known = new KnownStatuses();
  private volatile BiConsumer<URI, StatusResponse> heard = (address, answer) -> {};

  /**
   * Calls others.
   *
   * @param keys with them servers of the group only, and an answer counts only if it comes from the
   *     member that it names
   */
  PeerCalls(EventLoops loops, MemoryShares memory, Optional<GroupKeys> keys) {
    this.keys = keys;
    CallerOptions options =
        CallerOptions.DEFAULT
            .withConnections(CONNECTIONS, 1)
            .withMaxBufferedBytes(memory.callerBytes())
            .withTimeouts(TIMEOUT, CallerOptions.DEFAULT.idleTimeout(), TIMEOUT);
    caller = new SoapCaller(loops, keys.map(it -> it.toServers(options)).orElse(options));
    CallerOptions once = options.withTimeouts(ANEW_TIMEOUT, Duration.ofMillis(1), TIMEOUT);
    anew = new SoapCaller(loops, keys.map(it -> it.toServers(once)).orElse(once));
    statusCheck = check(keys, answer -> answer.self().member().id());
    foundCheck = check(keys, answer -> answer.from().id());
  }

  /** Tells of every answer to a Status call from now on, too. */
  void tell(BiConsumer<URI, StatusResponse> listener) {
    heard = heard.andThen(listener);
  }

  @Override
  public CompletionStage<StatusResponse> status(URI address) {
    return status(caller, address, StatusRequest.INSTANCE, TIMEOUT);
  }

  /** With keys there may be a handshake first, for which slow devices need their time. */
  Duration withHandshake(Duration timeout, URI address) {
    return keys.map(it -> timeout.plus(it.tls().handshakeLimit(Duration.ZERO, address)))
        .orElse(timeout);
  }

  /**
   * The same of a server that is asked again and again: what has not changed is not sent again, and
   * such facts as the free bytes are missing then.
   */
  CompletionStage<StatusResponse> statusAgain(URI address) {
    return statusAgain(address, TIMEOUT);
  }

  /** The same, with another timeout for the answer. */
  CompletionStage<StatusResponse> statusAgain(URI address, Duration timeout) {
    return status(caller, address, known.request(address), timeout);
  }

  /** The same by a connection that is opened for this call. */
  CompletionStage<StatusResponse> statusAnew(URI address) {
    return status(anew, address, known.request(address), ANEW_TIMEOUT);
  }

  private CompletionStage<StatusResponse> status(
      SoapCaller asking, URI address, StatusRequest request, Duration timeout) {
    return call(() ->
            asking.call(
                address,
                RaftOperations.STATUS,
                request,
                withHandshake(timeout, address),
                statusCheck))
        .thenApply(
            answer -> {
              StatusResponse whole = known.completed(address, answer);
              heard.accept(address, whole);
              return whole;
            });
  }

  /** An address that cannot be called is one that does not answer. */
  private static <A> CompletionStage<A> call(Supplier<CompletionStage<A>> call) {
    try {
      return call.get();
    } catch (IllegalArgumentException e) {
      return CompletableFuture.failedFuture(e);
    }
  }

  @Override
  public CompletionStage<FoundResponse> found(URI address, FoundRequest request) {
    return call(
        () ->
            caller.call(
                address,
                RaftOperations.FOUND,
                request,
                withHandshake(TIMEOUT, address),
                foundCheck));
  }

  @Override
  public CompletionStage<AdminResponse> readmit(URI address, ReadmitRequest request) {
    return call(() -> caller.call(address, RaftOperations.READMIT, request, CHANGE_TIMEOUT));
  }

  /** Asks for a list of revoked certificates. */
  CompletionStage<ReadRevocationsResponse> revocations(URI address, long newerThanMillis) {
    return call(
        () ->
            caller.call(
                address,
                RaftOperations.READ_REVOCATIONS,
                new ReadRevocationsRequest(newerThanMillis),
                withHandshake(TIMEOUT, address)));
  }

  @Override
  public CompletionStage<AdminResponse> confirmSilence(URI address, MemberRequest request) {
    return call(
        () -> caller.call(address, RaftOperations.CONFIRM_SILENCE, request, SILENCE_TIMEOUT));
  }

  private static <A> AnswerCheck<A> check(Optional<GroupKeys> keys, Function<A, NodeId> answersAs) {
    return keys.map(it -> it.givenBy(answersAs)).orElse((answer, peer) -> Optional.empty());
  }

  @Override
  public void close() {
    anew.close();
    caller.close();
  }

  /** What the servers are called that were asked. */
  Map<NodeId, String> names() {
    return known.names();
  }
}
