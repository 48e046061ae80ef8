package dev.flotilla.raftdpws.service;

import dev.flotilla.dpws.soap.Exchange;
import dev.flotilla.node.NodeStatus;
import dev.flotilla.node.RaftNode;
import dev.flotilla.node.outcome.HandoverOutcome;
import dev.flotilla.node.outcome.MembershipOutcome;
import dev.flotilla.raft.model.Configuration;
import dev.flotilla.raft.model.GroupId;
import dev.flotilla.raft.model.Incarnation;
import dev.flotilla.raft.model.Member;
import dev.flotilla.raft.model.NodeId;
import dev.flotilla.raftdpws.admission.MemberPlan;
import dev.flotilla.raftdpws.directory.AddressConfirmation.Verdict;
import dev.flotilla.raftdpws.directory.RaftAddress;
import dev.flotilla.raftdpws.keys.Rights;
import dev.flotilla.raftdpws.message.AddMemberRequest;
import dev.flotilla.raftdpws.message.AdminResponse;
import dev.flotilla.raftdpws.message.MemberRequest;
import dev.flotilla.raftdpws.message.MemberStatus;
import dev.flotilla.raftdpws.message.ReadSnapshotRequest;
import dev.flotilla.raftdpws.message.ReadSnapshotResponse;
import dev.flotilla.raftdpws.message.ReadmitRequest;
import dev.flotilla.raftdpws.wire.RaftFault;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * What operators ask of a group: changes of its members, and of its leader; and what a member whose
 * directory was damaged asks for itself.
 *
 * <p>A change is answered when it is made, which may be long after: a new voter has to catch up
 * first. An operator who does not wait loses nothing, and may ask again. What waits is bounded by
 * the node.
 */
final class AdminRequests {
  private static final String NOT_SERVING = "this server does not know its group yet";

  private final Supplier<@Nullable Serving> serving;
  private final MemberAddresses whereabouts;
  private final Rights rights;
  private final SilentMembers silence;

  AdminRequests(
      Supplier<@Nullable Serving> serving,
      MemberAddresses whereabouts,
      Rights rights,
      HeldAnswers held) {
    this.silence = new SilentMembers(serving, held);
    this.serving = serving;
    this.whereabouts = whereabouts;
    this.rights = rights;
  }

  void add(AddMemberRequest request, Exchange<AdminResponse> exchange) {
    Optional<RaftNode> node = leading(request.group(), exchange);
    if (node.isPresent()) {
      request
          .address()
          .flatMap(RaftAddress::parse)
          .ifPresent(
              address ->
                  whereabouts.confirmation().directory().named(request.member().id(), address));
      // The plan waits in a queue that counts bytes, so it keeps nothing as long as it pleases.
      Member member = request.member();
      MemberStatus as = request.as();
      Optional<NodeId> replaced = request.replaces();
      Runnable change =
          () ->
              change(node.get(), exchange, now -> new MemberPlan(now).adding(member, as, replaced));
      Optional<Member> gone = replaced.flatMap(id -> memberOf(node.get(), id));
      if (gone.isPresent() && !request.forced()) {
        silence.whenSilent(node.get(), gone.get(), exchange, change);
      } else {
        change.run();
      }
    }
  }

  private static Optional<Member> memberOf(RaftNode node, NodeId id) {
    return node.status().configuration().members().stream()
        .filter(it -> it.id().equals(id))
        .findFirst();
  }

  /** A server asks for itself, whenever it is not a member yet: nobody has to wait for it here. */
  void readmit(ReadmitRequest request, Exchange<AdminResponse> exchange) {
    if (!rights.isFromOrAdmin(request.member().id(), "replacement", exchange)) {
      return;
    }
    Optional<RaftNode> node = leading(Optional.of(request.group()), exchange);
    if (node.isEmpty()) {
      return;
    }
    Configuration now = node.get().status().configuration();
    Member member = request.member();
    List<Member> namesakes =
        now.members().stream()
            .filter(it -> it.id().equals(member.id()) && !it.equals(member))
            .toList();
    boolean isLossKnown =
        namesakes.stream().allMatch(it -> SilentMembers.hasLostEntries(node.get(), it));
    Optional<Member> alive =
        isLossKnown ? Optional.empty() : namesakes.stream().filter(this::isHeard).findFirst();
    if (now.isMember(member) && now.isChanging()) {
      exchange.fault(RaftFault.BUSY.because("the change is under way"));
    } else if (alive.isPresent()) {
      exchange.answer(AdminResponse.refused(stillAnswers(alive.get())));
    } else if (!namesakes.isEmpty() && !isLossKnown && !canTellWhoIsSilent()) {
      exchange.fault(RaftFault.BUSY.because("this leader cannot tell yet whom it replaces"));
    } else {
      request
          .address()
          .flatMap(RaftAddress::parse)
          .ifPresent(address -> whereabouts.confirmation().directory().named(member.id(), address));
      List<Incarnation> former = request.former();
      change(node.get(), exchange, it -> new MemberPlan(it).readmitting(member, former));
    }
  }

  private boolean isHeard(Member member) {
    Serving now = serving.get();
    return now != null && now.transport().isHeard(member, System.nanoTime());
  }

  private boolean canTellWhoIsSilent() {
    Serving now = serving.get();
    return now != null && now.transport().canTellWhoIsSilent(System.nanoTime());
  }

  private static String stillAnswers(Member alive) {
    return alive
        + " still answers, or did a moment ago: if two servers run with copies of one data"
        + " directory, stop the one that is not meant";
  }

  /** By an operator, or by the member itself, which leaves. */
  void remove(MemberRequest request, Exchange<AdminResponse> exchange) {
    Optional<Member> who = request.member();
    if (who.isPresent() && !rights.isFromOrAdmin(who.get().id(), "removal", exchange)) {
      return;
    }
    Optional<RaftNode> node = leading(request.group(), exchange);
    if (node.isEmpty()) {
      return;
    }
    Runnable change =
        () -> change(node.get(), exchange, now -> new MemberPlan(now).removing(named(request)));
    Configuration now = node.get().status().configuration();
    boolean isMember = who.filter(now::isMember).isPresent();
    if (isMember && isPossible(now, who.get()) && !request.forced().orElse(true)) {
      silence.whenSilent(node.get(), who.get(), exchange, change);
    } else {
      change.run();
    }
  }

  /** What no group can be is refused with that reason by each server. */
  private static boolean isPossible(Configuration now, Member removed) {
    try {
      var unused = new MemberPlan(now).removing(removed);
      return true;
    } catch (IllegalArgumentException e) {
      return false;
    }
  }

  void promote(MemberRequest request, Exchange<AdminResponse> exchange) {
    leading(request.group(), exchange)
        .ifPresent(
            node -> change(node, exchange, now -> new MemberPlan(now).promoting(named(request))));
  }

  /** A leader asks whether a member is silent for this server, too: calls it to find out. */
  void confirmSilence(MemberRequest request, Exchange<AdminResponse> exchange) {
    Optional<RaftNode> node = serving(request.group(), exchange);
    if (node.isEmpty()) {
      return;
    }
    Optional<Member> asked = request.member().filter(node.get().status().configuration()::isMember);
    if (asked.isEmpty()) {
      exchange.answer(AdminResponse.refused("no member of this group is meant"));
      return;
    }
    Member member = asked.get();
    whereabouts
        .confirmation()
        .call(member)
        .whenComplete(
            (verdict, failure) -> {
              if (verdict == Verdict.NOT_CALLABLE) {
                exchange.answer(AdminResponse.DONE);
              } else if (verdict == Verdict.CALLABLE) {
                exchange.answer(AdminResponse.refused(member + " answers"));
              } else {
                exchange.fault(RaftFault.BUSY.because(member + " cannot be called now"));
              }
            });
  }

  void transfer(MemberRequest request, Exchange<AdminResponse> exchange) {
    leading(request.group(), exchange)
        .ifPresent(
            node -> {
              if (request.member().filter(node.status().self()::equals).isPresent()) {
                exchange.answer(AdminResponse.DONE);
              } else {
                node.transferLeadership(
                    request.member(), outcome -> end(outcome, request.member(), exchange));
              }
            });
  }

  void takeSnapshot(MemberRequest request, Exchange<AdminResponse> exchange) {
    serving(request.group(), exchange)
        .ifPresent(
            node -> {
              node.takeSnapshot();
              exchange.answer(AdminResponse.DONE);
            });
  }

  void readSnapshot(
      ReadSnapshotRequest request,
      Exchange<ReadSnapshotResponse> exchange,
      @Nullable SnapshotExport snapshots) {
    if (serving(request.group(), exchange).isPresent()) {
      if (snapshots == null) {
        exchange.answer(ReadSnapshotResponse.none("this server hands out no snapshots"));
      } else {
        snapshots.read(request, exchange);
      }
    }
  }

  private void change(
      RaftNode node, Exchange<AdminResponse> exchange, UnaryOperator<Configuration> plan) {
    node.changeMembers(plan, outcome -> end(outcome, exchange));
  }

  private void end(MembershipOutcome outcome, Exchange<AdminResponse> exchange) {
    if (outcome instanceof MembershipOutcome.Done) {
      exchange.answer(AdminResponse.DONE);
    } else if (outcome instanceof MembershipOutcome.NotLeader elsewhere) {
      exchange.answer(AdminResponse.notLeader(whereabouts.leaderFor(exchange, elsewhere.leader())));
    } else if (outcome instanceof MembershipOutcome.Busy busy) {
      exchange.fault(RaftFault.BUSY.because(busy.reason()));
    } else if (outcome instanceof MembershipOutcome.Refused refused) {
      exchange.answer(AdminResponse.refused(refused.reason()));
    } else if (outcome instanceof MembershipOutcome.Superseded superseded) {
      exchange.answer(
          AdminResponse.refused(
              "another request has taken the place of this one: the voters shall be "
                  + superseded.configuration().voters()));
    } else if (outcome instanceof MembershipOutcome.Unknown unknown) {
      exchange.fault(RaftFault.UNKNOWN.because(unknown.reason()));
    }
  }

  private void end(
      HandoverOutcome outcome, Optional<Member> wanted, Exchange<AdminResponse> exchange) {
    if (outcome instanceof HandoverOutcome.Done done) {
      exchange.answer(handedOver(done.leader(), wanted));
    } else if (outcome instanceof HandoverOutcome.NotLeader elsewhere) {
      exchange.answer(AdminResponse.notLeader(whereabouts.leaderFor(exchange, elsewhere.leader())));
    } else if (outcome instanceof HandoverOutcome.Refused refused) {
      exchange.answer(AdminResponse.refused(refused.reason()));
    } else if (outcome instanceof HandoverOutcome.Abandoned abandoned) {
      // Under load a hand-over may take longer than it may; the next attempt finds out.
      exchange.fault(RaftFault.BUSY.because("tried, and given up: " + abandoned.reason()));
    }
  }

  /** That another leads is what was asked for only if nobody, or just that one, was named. */
  static AdminResponse handedOver(Member leader, Optional<Member> wanted) {
    return wanted.orElse(leader).equals(leader)
        ? AdminResponse.DONE
        : AdminResponse.refused("an election came between, and " + leader.id() + " leads now");
  }

  /** The node, if it leads; otherwise the exchange is answered. */
  private Optional<RaftNode> leading(Optional<GroupId> group, Exchange<AdminResponse> exchange) {
    Optional<RaftNode> node = serving(group, exchange);
    Optional<NodeStatus> elsewhere =
        node.map(RaftNode::status).filter(status -> !status.isLeading());
    elsewhere.ifPresent(
        status ->
            exchange.answer(
                AdminResponse.notLeader(whereabouts.leaderFor(exchange, status.leader()))));
    return elsewhere.isPresent() ? Optional.empty() : node;
  }

  /** The node, if it is of the group that is meant; otherwise the exchange is answered. */
  private Optional<RaftNode> serving(Optional<GroupId> group, Exchange<?> exchange) {
    Serving now = serving.get();
    if (now == null) {
      exchange.fault(RaftFault.NOT_SERVING.because(NOT_SERVING));
      return Optional.empty();
    }
    GroupId ours = now.membership().group();
    if (!group.orElse(ours).equals(ours)) {
      exchange.fault(RaftFault.WRONG_GROUP.because("this server is a member of group " + ours));
      return Optional.empty();
    }
    return Optional.of(now.node());
  }

  private static Member named(MemberRequest request) {
    return request
        .member()
        .orElseThrow(() -> new IllegalArgumentException("the request names no member"));
  }
}
