package dev.flotilla.raftdpws.message;

import dev.flotilla.dpws.xml.XmlText;
import dev.flotilla.node.RaftNode;
import dev.flotilla.raft.model.Command;
import dev.flotilla.raft.model.GroupId;
import java.util.Optional;

/**
 * A client's command.
 *
 * @param command the command
 * @param group the group that the client means, once it knows; another group refuses the command
 */
public record InsertCommandRequest(Command command, Optional<GroupId> group) {
  /** Whether it bears none of our elements, as a client of 2014 writes it. */
  public boolean isPlain() {
    return group.isEmpty() && command.session().isEmpty();
  }

  /**
   * Why a command cannot be sent, if so: it is too large, or its names are not XML text; only
   * parameters may be binary.
   */
  public static Optional<String> obstacleTo(Command command) {
    if (command.sizeBytes() > RaftNode.MAX_COMMAND_BYTES) {
      return Optional.of(
          "the command has %s bytes, the limit is %s; send it in parts"
              .formatted(command.sizeBytes(), RaftNode.MAX_COMMAND_BYTES));
    }
    if (XmlText.isCarriable(command.uid()) && XmlText.isCarriable(command.command())) {
      return Optional.empty();
    }
    return Optional.of(
        "uid and command must be text that XML 1.0 can carry; put other bytes into the parameters");
  }
}
