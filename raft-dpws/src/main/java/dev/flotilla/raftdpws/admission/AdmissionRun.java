package dev.flotilla.raftdpws.admission;

import dev.flotilla.node.NodeStatus;
import dev.flotilla.node.RaftNode;
import dev.flotilla.node.outcome.MembershipOutcome;
import dev.flotilla.raft.model.Configuration;
import dev.flotilla.raft.model.GroupId;
import dev.flotilla.raft.model.Member;
import dev.flotilla.raftdpws.directory.AddressConfirmation;
import dev.flotilla.raftdpws.message.AdminResponse;
import dev.flotilla.raftdpws.message.MemberRequest;
import dev.flotilla.raftdpws.message.MemberStatus;
import dev.flotilla.raftdpws.message.ServerRole;
import dev.flotilla.raftdpws.message.StatusResponse;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.UnaryOperator;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Lets {@link Admission} run against the network, while this server leads: looks for servers that
 * wait, asks voters whether a member is silent for them too, and changes the members.
 *
 * <p>{@link #announced} may be called by any thread; everything else belongs to the device's
 * thread. Nothing blocks. Bounds: {@value #MAX_ANNOUNCED} addresses wait to be asked, of which each
 * {@value #LOOK_MILLIS} ms one is; what is announced beyond is dropped, and announced again.
 */
public final class AdmissionRun {
  static final int MAX_ANNOUNCED = 16;
  static final long LOOK_MILLIS = 1_000;

  private static final Logger LOG = LoggerFactory.getLogger(AdmissionRun.class);
  private static final long NANOS_PER_MILLI = 1_000_000;

  /** A server that has not answered for so long does not wait any more. */
  private static final long WAITS_NANOS = 15_000 * NANOS_PER_MILLI;

  /** From one search of the network to the next. */
  private static final int LOOKS_PER_SEARCH = 5;

  private final AdmissionPolicy policy;
  private final Admission admission;
  private final Calls calls;
  private final Runnable searching;
  private final AddressConfirmation confirmation;
  private final Collection<URI> fixed;
  private final Executor thread;
  private final Set<URI> announced = new LinkedHashSet<>();

  // Of the device's thread.
  private final Map<Member, Long> waiting = new LinkedHashMap<>();
  private long lookedNanos;
  private int looks;
  private long leadsTerm = -1;
  private long leadsSinceNanos;
  private boolean isBusy;

  /** What it asks of others. Nothing blocks. */
  public interface Calls {
    /** Asks who lives there; a failed stage for no answer. */
    CompletionStage<StatusResponse> status(URI address);

    /** Asks a voter whether a member is silent; a failed stage for no answer. */
    CompletionStage<AdminResponse> confirmSilence(URI address, MemberRequest request);
  }

  /**
   * Prepares; nothing is asked before {@link #look}.
   *
   * @param electionMaxNanos the longest election timeout
   * @param searching has the servers of the group announce themselves; must not block
   * @param confirmation where members answer
   * @param fixed addresses that an operator named, asked as if they were announced
   * @param thread the device's
   */
  public AdmissionRun(
      AdmissionPolicy policy,
      long electionMaxNanos,
      Calls calls,
      Runnable searching,
      AddressConfirmation confirmation,
      Collection<URI> fixed,
      Executor thread) {
    this.policy = policy;
    this.admission = new Admission(policy, electionMaxNanos);
    this.calls = calls;
    this.searching = searching;
    this.confirmation = confirmation;
    this.fixed = List.copyOf(fixed);
    this.thread = thread;
  }

  /** A server of the group's name is at this address, as anybody may say. */
  public void announced(URI address) {
    if (policy.admits() != AdmissionPolicy.Admits.NOBODY) {
      synchronized (announced) {
        if (announced.size() < MAX_ANNOUNCED) {
          announced.add(address);
        }
      }
    }
  }

  /** Looks what is to be done; called often. */
  public void look(GroupId group, RaftNode node, long nowNanos) {
    if (policy.admits() == AdmissionPolicy.Admits.NOBODY
        || nowNanos - lookedNanos < LOOK_MILLIS * NANOS_PER_MILLI) {
      return;
    }
    lookedNanos = nowNanos;
    NodeStatus status = node.status();
    if (!status.isLeading()) {
      leadsTerm = -1;
      waiting.clear();
      return;
    }
    if (leadsTerm != status.term()) {
      leadsTerm = status.term();
      leadsSinceNanos = nowNanos;
    }
    search(group);
    waiting.values().removeIf(heard -> nowNanos - heard > WAITS_NANOS);
    if (!isBusy) {
      admission
          .next(
              new Admission.View(
                  status.self(),
                  nowNanos - leadsSinceNanos,
                  status.configuration(),
                  node.followers(),
                  List.copyOf(waiting.keySet())))
          .ifPresent(step -> take(step, group, node, status));
    }
  }

  private void search(GroupId group) {
    if (looks++ % LOOKS_PER_SEARCH == 0) {
      searching.run();
      fixed.forEach(this::announced);
    }
    Optional<URI> next;
    synchronized (announced) {
      next = announced.stream().findFirst();
      next.ifPresent(announced::remove);
    }
    next.ifPresent(
        address ->
            calls
                .status(address)
                .whenComplete(
                    (answer, failure) -> {
                      if (answer != null) {
                        later(() -> answered(group, answer, address));
                      }
                    }));
  }

  private void answered(GroupId group, StatusResponse answer, URI address) {
    boolean waits =
        answer.serverRole() == ServerRole.JOINING
            && answer.group().filter(group::equals).isPresent();
    if (waits && waiting.size() < MAX_ANNOUNCED) {
      Member server = answer.self().member();
      confirmation.directory().named(server.id(), address);
      waiting.put(server, System.nanoTime());
    }
  }

  private void take(Admission.Step step, GroupId group, RaftNode node, NodeStatus status) {
    isBusy = true;
    if (step instanceof Admission.Step.Admit admit) {
      LOG.info("{} admits {} as a learner", group, admit.server().id());
      waiting.remove(admit.server());
      change(
          node,
          now ->
              new MemberPlan(now).adding(admit.server(), MemberStatus.LEARNER, Optional.empty()));
    } else if (step instanceof Admission.Step.Promote promote) {
      LOG.info("{} makes {} a voter", group, promote.learner().id());
      change(node, now -> new MemberPlan(now).promoting(promote.learner()));
    } else if (step instanceof Admission.Step.Replace replace) {
      confirm(replace, group, status.configuration(), status.self())
          .whenComplete(
              (isConfirmed, failure) ->
                  later(() -> confirmed(replace, group, node, Boolean.TRUE.equals(isConfirmed))));
    }
  }

  /** Whether a majority of the voters finds the member silent, this leader included. */
  private CompletionStage<Boolean> confirm(
      Admission.Step.Replace step, GroupId group, Configuration now, Member self) {
    MemberRequest request = new MemberRequest(Optional.of(group), Optional.of(step.silent()));
    List<CompletableFuture<Boolean>> answers = new ArrayList<>();
    for (Member voter : now.voters()) {
      if (!voter.equals(step.silent()) && !voter.equals(self)) {
        confirmation
            .current(voter)
            .ifPresent(address -> answers.add(isSilentFor(address, request)));
      }
    }
    return CompletableFuture.allOf(answers.toArray(CompletableFuture[]::new))
        .thenApply(
            all ->
                2 * (1 + answers.stream().filter(CompletableFuture::join).count())
                    > now.voters().size());
  }

  private CompletableFuture<Boolean> isSilentFor(URI voter, MemberRequest request) {
    return calls
        .confirmSilence(voter, request)
        .handle((answer, failure) -> answer != null && answer.success())
        .toCompletableFuture();
  }

  private void confirmed(
      Admission.Step.Replace step, GroupId group, RaftNode node, boolean isSilent) {
    if (!isSilent) {
      LOG.info(
          "{} keeps {}: it is silent for this leader, but not for a majority of the voters",
          group,
          step.silent().id());
      isBusy = false;
      return;
    }
    if (!isSilentStill(node, step.silent())) {
      LOG.info("{} keeps {}: it answers this leader again", group, step.silent().id());
      isBusy = false;
      return;
    }
    LOG.warn("{} replaces {}, which is silent, by {}", group, step.silent().id(), step.by().id());
    change(
        node,
        now ->
            new MemberPlan(now)
                .adding(step.by(), MemberStatus.VOTER, Optional.of(step.silent().id())));
  }

  /** While the others were asked it may have answered. */
  private boolean isSilentStill(RaftNode node, Member member) {
    long limitNanos = policy.replaceAfter().map(Duration::toNanos).orElse(Long.MAX_VALUE);
    return node.followers().stream()
        .anyMatch(it -> it.member().equals(member) && it.silentNanos() >= limitNanos);
  }

  private void change(RaftNode node, UnaryOperator<Configuration> plan) {
    node.changeMembers(plan, outcome -> later(() -> changed(outcome)));
  }

  /** On the device's thread; not any more when the server is closing. */
  private void later(Runnable task) {
    try {
      thread.execute(task);
    } catch (RejectedExecutionException e) {
      LOG.debug("The server is closing", e);
    }
  }

  private void changed(MembershipOutcome outcome) {
    isBusy = false;
    if (!(outcome instanceof MembershipOutcome.Done)) {
      LOG.info("A change of members was not made: {}", outcome);
    }
  }
}
