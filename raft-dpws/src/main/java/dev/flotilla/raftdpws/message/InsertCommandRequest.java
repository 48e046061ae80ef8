package dev.flotilla.raftdpws.message;

import dev.flotilla.dpws.xml.XmlText;
import dev.flotilla.node.RaftNode;
import dev.flotilla.raft.model.Bytes;
import dev.flotilla.raft.model.Command;
import dev.flotilla.raft.model.GroupId;
import dev.flotilla.raft.model.NumberLimits;
import java.util.Optional;

/**
 * A client's command.
 *
 * @param command the command
 * @param group the group that the client means, once it knows; another group refuses the command
 * @param form how the client writes its messages
 * @param commandsVersion since which version of the commands this one exists; 1 for the first
 */
public record InsertCommandRequest(
    Command command, Optional<GroupId> group, ClientForm form, int commandsVersion) {
  private static final String NOT_CARRIABLE =
      "uid and command must be text that XML 1.0 can carry; put other bytes into the parameters";

  /** Rejects a version that no command has. */
  public InsertCommandRequest {
    if (commandsVersion < 1 || commandsVersion > NumberLimits.MAX_VERSION) {
      throw new IllegalArgumentException(
          "a command has a version from 1 to %s, not %s"
              .formatted(NumberLimits.MAX_VERSION, commandsVersion));
    }
  }

  /** A command of a client that is not of 2014. */
  public InsertCommandRequest(Command command, Optional<GroupId> group, int commandsVersion) {
    this(command, group, ClientForm.LATER, commandsVersion);
  }

  /** A command of a client that is not of 2014, which every version knows. */
  public InsertCommandRequest(Command command, Optional<GroupId> group) {
    this(command, group, 1);
  }

  /** Whether it has none of the elements that our client sends, as from clients of other makers. */
  public boolean isPlain() {
    return form == ClientForm.TYPED
        || (group.isEmpty() && command.session().isEmpty() && commandsVersion == 1);
  }

  /**
   * Why a command cannot be sent, if so: it is too large, or its names are not XML text; only
   * parameters may be binary.
   */
  public static Optional<String> obstacleTo(Command command) {
    return XmlText.isCarriable(command.uid())
        ? obstacleTo(command.command(), command.sizeBytes())
        : Optional.of(NOT_CARRIABLE);
  }

  /**
   * The same of a command that has no uid yet. Its uid and its number count, too, so that a server
   * may refuse it yet.
   */
  public static Optional<String> obstacleTo(String command, Bytes parameters) {
    return obstacleTo(command, command.length() + parameters.size());
  }

  private static Optional<String> obstacleTo(String command, int sizeBytes) {
    if (sizeBytes > RaftNode.MAX_COMMAND_BYTES) {
      return Optional.of(
          "the command has %s bytes, the limit is %s; send it in parts"
              .formatted(sizeBytes, RaftNode.MAX_COMMAND_BYTES));
    }
    return XmlText.isCarriable(command) ? Optional.empty() : Optional.of(NOT_CARRIABLE);
  }
}
