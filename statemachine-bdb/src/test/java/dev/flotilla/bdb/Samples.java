package dev.flotilla.bdb;

import dev.flotilla.node.statemachine.CommittedCommand;
import dev.flotilla.node.statemachine.JournalRecord;
import dev.flotilla.node.statemachine.Result;
import dev.flotilla.raft.model.Bytes;
import dev.flotilla.raft.model.Command;
import dev.flotilla.raft.model.LogPosition;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.UUID;
import java.util.stream.LongStream;

/** Commands that are a function of their index, so that any reader knows what must be there. */
final class Samples {
  private Samples() {}

  static CommittedCommand at(long index) {
    return new CommittedCommand(
        new LogPosition(index, 1 + index / 1_000),
        new Command(uid(index), "set", Bytes.utf8("value-" + index)));
  }

  static CommittedCommand at(long index, String uid, String command, Bytes parameters) {
    return new CommittedCommand(new LogPosition(index, 1), new Command(uid, command, parameters));
  }

  static List<CommittedCommand> range(long first, long last) {
    return LongStream.rangeClosed(first, last).mapToObj(Samples::at).toList();
  }

  static String uid(long index) {
    return UUID.nameUUIDFromBytes(("uid-" + index).getBytes(StandardCharsets.UTF_8)).toString();
  }

  static JournalRecord recordOf(CommittedCommand command) {
    return new JournalRecord(
        command.position(),
        command.command(),
        Result.ok(Bytes.utf8(Long.toString(command.position().index()))));
  }
}
