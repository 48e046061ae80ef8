package dev.flotilla.server;

import dev.flotilla.client.CommandOutcome;
import dev.flotilla.client.dpws.WireClient;
import dev.flotilla.dpws.soap.Operation;
import dev.flotilla.raft.model.Member;
import dev.flotilla.raftdpws.message.AdminResponse;
import dev.flotilla.raftdpws.message.MemberRequest;
import dev.flotilla.raftdpws.message.StatusResponse;
import dev.flotilla.raftdpws.wire.RaftOperations;
import dev.flotilla.server.json.ChangeJson;
import java.io.PrintWriter;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;

/** The options of every command that changes the members of a group, and how they end. */
final class MemberOptions {
  @Mixin private ClientOptions client = new ClientOptions();
  @Mixin private JsonOption json = new JsonOption();

  @Option(names = "--group", paramLabel = "G", required = true, description = "The group's name.")
  private String group = "";

  /** Says what was done. */
  void report(CommandSpec spec, ChangeJson done, String text) {
    PrintWriter out = spec.commandLine().getOut();
    if (!json.print(out, done)) {
      out.println(text);
    }
  }

  WireClient connect() throws CommandFailure {
    return client.connect(group);
  }

  MemberRoll roll(WireClient connected) throws CommandFailure {
    return MemberRoll.of(
        group, connected.ownResponses().toCompletableFuture().join(), connected.explanation());
  }

  /** Whom the change waits for, with a colon; nothing if that is nobody or cannot be learnt. */
  private String awaited(WireClient connected) {
    try {
      return roll(connected).awaited().map(it -> it + ": ").orElse("");
    } catch (CommandFailure e) {
      return "";
    }
  }

  /**
   * The same, once the group is founded and a server that is to be added has found it; without,
   * when the timeout is over.
   *
   * @throws CommandFailure if no group is founded by then, or several go under the name
   */
  MemberRoll rollWith(WireClient connected, Optional<String> newcomer) throws CommandFailure {
    long deadline = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(client.timeoutMillis());
    while (true) {
      // Each status takes a second by contract, which is pause enough.
      List<StatusResponse> servers = connected.ownResponses().toCompletableFuture().join();
      boolean isLast = System.nanoTime() - deadline >= 0;
      if (isLast || MemberRoll.isFounded(servers)) {
        MemberRoll roll = MemberRoll.of(group, servers, connected.explanation());
        if (roll.hasNewcomer(newcomer)) {
          return roll;
        }
        if (isLast) {
          requireLeader(servers);
          return roll;
        }
      }
    }
  }

  /** Without a leader nobody is added: that says more than that no server waits. */
  private void requireLeader(List<StatusResponse> servers) throws CommandFailure {
    Optional<String> reason = MemberRoll.withoutLeader(servers);
    if (reason.isPresent()) {
      throw new CommandFailure(
          ExitCode.UNAVAILABLE,
          "no member can be added to group %s: %s. Bring a majority of its members back first"
              .formatted(group, reason.get()));
    }
  }

  /** Removes a member, and returns whom if it is done. */
  Member remove(String id, boolean forced) throws CommandFailure {
    try (WireClient connected = connect()) {
      MemberRoll roll = roll(connected);
      Member member = roll.member(id);
      ask(
          connected,
          RaftOperations.REMOVE_MEMBER,
          new MemberRequest(Optional.of(roll.group()), Optional.of(member), Optional.of(forced)));
      return member;
    }
  }

  /** Makes a learner a voter, and returns whom if it is done. */
  Member promote(String id) throws CommandFailure {
    try (WireClient connected = connect()) {
      MemberRoll roll = roll(connected);
      Member member = roll.member(id);
      if (roll.configuration().isVoter(member) && !roll.configuration().isChanging()) {
        throw new CommandFailure(
            ExitCode.NEGATIVE, member.id() + " votes already: only a learner is promoted");
      }
      ask(
          connected,
          RaftOperations.PROMOTE,
          new MemberRequest(Optional.of(roll.group()), Optional.of(member)));
      return member;
    }
  }

  /** Asks the leader, and returns if it is done. */
  <Q> void ask(WireClient connected, Operation<Q, AdminResponse> operation, Q request)
      throws CommandFailure {
    end(connected, connected.administer(operation, request).toCompletableFuture().join());
  }

  /** Throws what the outcome of a request means, unless it is done. */
  void end(WireClient connected, CommandOutcome outcome) throws CommandFailure {
    if (outcome instanceof CommandOutcome.Executed executed) {
      if (!executed.answer().success()) {
        throw new CommandFailure(ExitCode.NEGATIVE, executed.answer().text());
      }
    } else if (outcome instanceof CommandOutcome.Refused refused) {
      throw new CommandFailure(
          ExitCode.UNAVAILABLE,
          client.explained(connected, group, refused.reason(), refused.detail()));
    } else if (outcome instanceof CommandOutcome.Unknown unknown) {
      throw new CommandFailure(
          ExitCode.UNKNOWN,
          "it may be under way still: 'flotilla members --group "
              + group
              + "' shows it, and asking again does no harm: "
              + awaited(connected)
              + unknown.detail());
    }
  }
}
