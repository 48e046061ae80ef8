package dev.flotilla.server;

import dev.flotilla.client.CommandOutcome;
import dev.flotilla.client.GroupClient;
import dev.flotilla.dpws.soap.Operation;
import dev.flotilla.raftdpws.wire.AdminResponse;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The options of every command that changes the members of a group, and how they end. */
final class MemberOptions {
  @Mixin private ClientOptions client = new ClientOptions();

  @Option(names = "--group", paramLabel = "G", required = true, description = "The group's name.")
  private String group = "";

  GroupClient connect() throws CommandFailure {
    return client.connect(group);
  }

  MemberRoll roll(GroupClient connected) throws CommandFailure {
    return MemberRoll.of(group, connected.status().toCompletableFuture().join());
  }

  /** Asks the leader, and returns if it is done. */
  <Q> void ask(GroupClient connected, Operation<Q, AdminResponse> operation, Q request)
      throws CommandFailure {
    CommandOutcome outcome = connected.administer(operation, request).toCompletableFuture().join();
    if (outcome instanceof CommandOutcome.Executed executed) {
      if (!executed.answer().success()) {
        throw new CommandFailure(ExitCode.NEGATIVE, executed.answer().text());
      }
    } else if (outcome instanceof CommandOutcome.Refused refused) {
      throw new CommandFailure(ExitCode.UNAVAILABLE, client.withOption(group, refused.detail()));
    } else if (outcome instanceof CommandOutcome.Unknown unknown) {
      throw new CommandFailure(
          ExitCode.UNKNOWN,
          "it may be under way still: 'flotilla members --group "
              + group
              + "' shows it, and asking again does no harm: "
              + unknown.detail());
    }
  }
}
