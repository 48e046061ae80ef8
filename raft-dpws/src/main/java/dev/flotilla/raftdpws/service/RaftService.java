package dev.flotilla.raftdpws.service;

import dev.flotilla.dpws.device.HostedService;
import dev.flotilla.dpws.eventing.EventSource;
import dev.flotilla.dpws.http.HttpResource;
import dev.flotilla.dpws.soap.Exchange;
import dev.flotilla.dpws.soap.OperationHandler;
import dev.flotilla.dpws.soap.SoapFault;
import dev.flotilla.node.loop.DurationMetrics;
import dev.flotilla.raft.message.AppendEntriesResponse;
import dev.flotilla.raft.message.InstallSnapshotResponse;
import dev.flotilla.raft.message.Message;
import dev.flotilla.raft.message.PreVoteResponse;
import dev.flotilla.raft.message.ReadIndexResponse;
import dev.flotilla.raft.message.RequestVoteResponse;
import dev.flotilla.raft.message.TimeoutNowResponse;
import dev.flotilla.raft.model.Member;
import dev.flotilla.raftdpws.directory.Exclusions;
import dev.flotilla.raftdpws.directory.NameConflicts;
import dev.flotilla.raftdpws.founding.Beginning;
import dev.flotilla.raftdpws.keys.Rights;
import dev.flotilla.raftdpws.message.FoundRequest;
import dev.flotilla.raftdpws.message.FoundResponse;
import dev.flotilla.raftdpws.message.PeerRequest;
import dev.flotilla.raftdpws.message.PeerResponse;
import dev.flotilla.raftdpws.message.StatusDetails;
import dev.flotilla.raftdpws.message.StatusEdition;
import dev.flotilla.raftdpws.message.StatusFact;
import dev.flotilla.raftdpws.message.StatusFacts;
import dev.flotilla.raftdpws.message.StatusResponse;
import dev.flotilla.raftdpws.typed.GroupStatus;
import dev.flotilla.raftdpws.typed.Refusal;
import dev.flotilla.raftdpws.typed.TypedContract;
import dev.flotilla.raftdpws.wire.RaftContract;
import dev.flotilla.raftdpws.wire.RaftFault;
import dev.flotilla.raftdpws.wire.RaftNames;
import dev.flotilla.raftdpws.wire.RaftOperations;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * RAFT_Service of one server, before and after its group is founded.
 *
 * <p>Handlers run on event loops and never block; exchanges are answered from the node's threads.
 */
public final class RaftService {
  private static final String STARTING = "this server is only starting";
  private static final String FOUNDING = "this server is not part of a founded group yet";

  private final String groupName;
  private final Rights rights;
  private final long startNanos = System.nanoTime();
  private final RequestTally tally = new RequestTally();
  private volatile UnaryOperator<StatusFacts> reported = facts -> facts;
  private volatile @Nullable Open open;
  private volatile @Nullable Serving serving;
  private volatile @Nullable SnapshotExport snapshots;

  private record Open(
      MemberAddresses whereabouts,
      Beginning founding,
      NameConflicts conflicts,
      Exclusions exclusions,
      ClientRequests clients,
      AdminRequests admin) {}

  /**
   * A service of which nothing works yet but its port.
   *
   * @param rights what callers may do
   */
  public RaftService(String groupName, Rights rights) {
    this.groupName = groupName;
    this.rights = rights;
  }

  /**
   * The server knows its own address; other founders and operators are answered from now on.
   *
   * @param whereabouts this server and the others
   * @param founding answers other founders, and tells what it waits for
   * @param held keeps answers that wait for a leader
   * @param conflicts what must not be on the network
   * @param exclusions whether others count this server as a member
   */
  public void open(
      MemberAddresses whereabouts,
      Beginning founding,
      HeldAnswers held,
      NameConflicts conflicts,
      Exclusions exclusions) {
    open =
        new Open(
            whereabouts,
            founding,
            conflicts,
            exclusions,
            new ClientRequests(whereabouts, held, rights, conflicts::ambiguity, tally),
            new AdminRequests(() -> serving, whereabouts, rights, held));
  }

  /** The group is founded; requests are served from now on. After {@link #open}. */
  public void serve(Serving now) {
    opened().clients.serve(now.membership().group(), now.node());
    serving = now;
  }

  /** What this server has done since it started. Any thread; does not block. */
  public ServiceMetrics metrics() {
    Serving now = serving;
    return new ServiceMetrics(
        Optional.ofNullable(now).map(it -> it.node().metrics()),
        Optional.ofNullable(now).map(it -> it.node().status()),
        tally.read());
  }

  /**
   * Adds facts to each status from now on, too. One thread at a time.
   *
   * @param facts called by any thread; must not block for long
   */
  public void report(UnaryOperator<StatusFacts> facts) {
    UnaryOperator<StatusFacts> before = reported;
    reported = all -> facts.apply(before.apply(all));
  }

  /** Snapshots are handed out from now on, for backups. */
  public void offer(SnapshotExport export) {
    snapshots = export;
  }

  /**
   * All services of a server, to be hosted by its device: RAFT_Service, FlotillaClientService and
   * RaftEvents.
   *
   * @param documents served beside the WSDL of FlotillaClientService, by name
   * @param events where others subscribe, at RaftEvents or, as earlier clients do, at RAFT_Service
   */
  public List<HostedService> services(Map<String, HttpResource> documents, EventSource events) {
    return List.of(hosted(Optional.of(events)), typed(documents), RaftContract.events(events));
  }

  /**
   * RAFT_Service with its operations, to be hosted by a device.
   *
   * @param events where others subscribe; empty for a service without events
   */
  public HostedService hosted(Optional<EventSource> events) {
    HostedService.Builder service = RaftContract.service();
    events.ifPresent(service::subscriptionsOf);
    return service
        .operation(RaftOperations.INSERT_COMMAND, whenOpen(it -> it.clients::insert))
        .operation(RaftOperations.READ, whenOpen(it -> it.clients::read))
        .operation(RaftOperations.OPEN_SESSION, whenOpen(it -> it.clients::openSession))
        .operation(RaftOperations.APPEND_ENTRIES, peer(AppendEntriesResponse.class))
        .operation(RaftOperations.REQUEST_VOTE, peer(RequestVoteResponse.class))
        .operation(RaftOperations.PRE_VOTE, peer(PreVoteResponse.class))
        .operation(RaftOperations.TIMEOUT_NOW, peer(TimeoutNowResponse.class))
        .operation(RaftOperations.READ_INDEX, peer(ReadIndexResponse.class))
        .operation(RaftOperations.INSTALL_SNAPSHOT, peer(InstallSnapshotResponse.class))
        .operation(
            RaftOperations.FOUND,
            whenOpen(it -> (request, exchange) -> found(it, request, exchange)))
        .operation(
            RaftOperations.STATUS,
            whenOpen(
                it ->
                    (request, exchange) ->
                        exchange.answer(
                            StatusEdition.answer(status(it, exchange), request.edition()))))
        .operation(RaftOperations.ADD_MEMBER, whenOpen(it -> it.admin::add))
        .operation(RaftOperations.READMIT, whenOpen(it -> it.admin::readmit))
        .operation(RaftOperations.REMOVE_MEMBER, whenOpen(it -> it.admin::remove))
        .operation(RaftOperations.PROMOTE, whenOpen(it -> it.admin::promote))
        .operation(RaftOperations.TRANSFER_LEADERSHIP, whenOpen(it -> it.admin::transfer))
        .operation(RaftOperations.TAKE_SNAPSHOT, whenOpen(it -> it.admin::takeSnapshot))
        .operation(RaftOperations.CONFIRM_SILENCE, whenOpen(it -> it.admin::confirmSilence))
        .operation(
            RaftOperations.READ_SNAPSHOT,
            whenOpen(
                it -> (request, exchange) -> it.admin.readSnapshot(request, exchange, snapshots)))
        .operation(
            RaftOperations.READ_REVOCATIONS,
            (request, exchange) -> exchange.answer(rights.revocations(request)))
        .build();
  }

  /**
   * FlotillaClientService with its operations, to be hosted by a device.
   *
   * @param documents served beside its WSDL, by name
   */
  HostedService typed(Map<String, HttpResource> documents) {
    HostedService.Builder service = TypedContract.service();
    documents.forEach(service::document);
    return service
        .operation(TypedContract.SUBMIT, typedWhenOpen(it -> new TypedRequests(it.clients)::submit))
        .operation(TypedContract.QUERY, typedWhenOpen(it -> new TypedRequests(it.clients)::query))
        .operation(
            TypedContract.STATUS,
            typedWhenOpen(
                it -> (request, exchange) -> exchange.answer(GroupStatus.of(status(it, exchange)))))
        .build();
  }

  /**
   * What this server tells of itself. Any thread.
   *
   * @throws IllegalStateException before {@link #open}
   */
  public StatusResponse status() {
    Open now = opened();
    return status(now, now.whereabouts);
  }

  private Open opened() {
    Open now = open;
    if (now == null) {
      throw new IllegalStateException(STARTING);
    }
    return now;
  }

  private StatusResponse status(Open now, MemberAddresses addresses) {
    Serving member = serving;
    StatusResponse status =
        member == null
            ? StatusView.founding(groupName, addresses, now.founding)
            : StatusView.serving(groupName, addresses, member, now.exclusions);
    StatusDetails details = status.details().withFacts(now.conflicts.addTo(facts(status.facts())));
    return status.with(rights.certificateEnds().map(details::withCertificateEnds).orElse(details));
  }

  private StatusFacts facts(StatusFacts facts) {
    DurationMetrics times = tally.executionTimes();
    return reported
        .apply(facts)
        .with(StatusFact.TIME_MILLIS, System.currentTimeMillis())
        .with(StatusFact.ANSWERED_COMMANDS, times.count())
        .with(StatusFact.ANSWERED_MICROS, TimeUnit.NANOSECONDS.toMicros(times.sumNanos()))
        .with(
            StatusFact.UPTIME_MILLIS,
            TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - startNanos));
  }

  private StatusResponse status(Open now, Exchange<?> exchange) {
    return status(now, now.whereabouts.metAt(exchange.localAddress()));
  }

  private <Q, A> OperationHandler<Q, A> whenOpen(Function<Open, OperationHandler<Q, A>> handler) {
    return whenOpen(handler, RaftFault.NOT_SERVING.because(STARTING));
  }

  private <Q, A> OperationHandler<Q, A> typedWhenOpen(
      Function<Open, OperationHandler<Q, A>> handler) {
    return whenOpen(handler, Refusal.inDetail(RaftFault.NOT_SERVING.because(STARTING)));
  }

  private <Q, A> OperationHandler<Q, A> whenOpen(
      Function<Open, OperationHandler<Q, A>> handler, SoapFault starting) {
    return (request, exchange) -> {
      Open now = open;
      if (now == null) {
        exchange.fault(starting);
      } else {
        handler.apply(now).handle(request, exchange);
      }
    };
  }

  private <Q extends Message.Request, M extends Message.Response>
      OperationHandler<PeerRequest<Q>, PeerResponse<M>> peer(Class<M> type) {
    return (request, exchange) -> {
      Serving now = serving;
      if (now == null) {
        exchange.fault(RaftFault.NOT_SERVING.because(FOUNDING));
      } else if (rights.isFrom(request.header().from().id(), exchange)) {
        now.transport().received(request, type, exchange);
      }
    };
  }

  private void found(Open now, FoundRequest request, Exchange<FoundResponse> exchange) {
    if (!rights.isFrom(request.from().id(), exchange)) {
      return;
    }
    Optional<SoapFault> objection = objection(now.whereabouts.self(), request);
    if (objection.isPresent()) {
      exchange.fault(objection.get());
      return;
    }
    now.founding
        .requested(request)
        .whenComplete(
            (response, failure) -> {
              if (response != null) {
                exchange.answer(response);
              } else {
                exchange.fault(RaftFault.NOT_SERVING.because("founding failed: " + failure));
              }
            });
  }

  /** Safety rule 1, for a group that has no id yet. */
  private Optional<SoapFault> objection(Member self, FoundRequest request) {
    if (request.version() != RaftNames.PROTOCOL_VERSION) {
      return Optional.of(
          RaftFault.INVALID.because(
              "this server speaks version %s of the protocol, not %s"
                  .formatted(RaftNames.PROTOCOL_VERSION, request.version())));
    }
    if (!request.to().equals(self)) {
      return Optional.of(
          RaftFault.WRONG_GROUP.because("this server is %s, not %s".formatted(self, request.to())));
    }
    if (!request.list().name().equals(groupName) || !request.list().names(request.from())) {
      return Optional.of(
          RaftFault.WRONG_GROUP.because(
              "not a list by which %s and this server could found group '%s'"
                  .formatted(request.from(), groupName)));
    }
    return Optional.empty();
  }
}
