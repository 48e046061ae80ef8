package dev.flotilla.kit;

import dev.flotilla.node.statemachine.CommittedCommand;
import dev.flotilla.raft.Command;
import dev.flotilla.raft.LogPosition;
import dev.flotilla.raft.SessionTag;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;

/**
 * Committed commands as a node hands them over: indexes ascend, with gaps where other entries are;
 * terms rise now and then; some commands belong to a session, and have a uid that was there before:
 * a session tells its commands apart by their numbers.
 */
final class History {
  private static final int ENTRIES_PER_GAP = 6;
  private static final int ENTRIES_PER_TERM = 25;
  private static final int COMMANDS_PER_SESSION_COMMAND = 4;
  private static final int SESSION_COMMANDS_PER_REPEATED_UID = 2;

  private final List<CommittedCommand> commands;
  private final Map<String, Integer> lastByUid = new HashMap<>();

  private History(List<CommittedCommand> commands) {
    this.commands = List.copyOf(commands);
    for (int i = 0; i < commands.size(); i++) {
      lastByUid.put(commands.get(i).command().uid(), i);
    }
  }

  /** The history of a name, always the same under a seed. */
  static History draw(Subject subject, String name) {
    RandomGenerator random = new SplittableRandom(subject.seed() ^ name.hashCode());
    RandomGenerator uids = new SplittableRandom(subject.seed() + name.hashCode());
    List<CommittedCommand> drawn = new ArrayList<>();
    long index = 0;
    long term = 1;
    long sequence = 0;
    for (int i = 1; i <= subject.commandCount(); i++) {
      index += 1 + (random.nextInt(ENTRIES_PER_GAP) == 0 ? 1 + random.nextInt(2) : 0);
      term += random.nextInt(ENTRIES_PER_TERM) == 0 ? 1 : 0;
      Operation operation = subject.commands().apply(random);
      String uid = name + "-" + i;
      Optional<SessionTag> session = Optional.empty();
      if (random.nextInt(COMMANDS_PER_SESSION_COMMAND) == 0) {
        sequence++;
        session = Optional.of(new SessionTag(1, sequence, Math.max(1, sequence - 3)));
        if (sequence % SESSION_COMMANDS_PER_REPEATED_UID == 0) {
          uid = drawn.get(uids.nextInt(drawn.size())).command().uid();
        }
      }
      Command command = new Command(uid, operation.command(), operation.parameters(), session);
      drawn.add(new CommittedCommand(new LogPosition(index, term), command));
    }
    return new History(drawn);
  }

  int size() {
    return commands.size();
  }

  /** How many commands there are before the last one with a uid. */
  int lastOf(String uid) {
    return Objects.requireNonNull(lastByUid.get(uid), uid);
  }

  /** The command after so many. */
  CommittedCommand get(int count) {
    return commands.get(count);
  }

  List<CommittedCommand> between(int from, int to) {
    return commands.subList(from, to);
  }

  /** The index of the last of the first so many commands; 0 for none. */
  long indexAt(int count) {
    return count == 0 ? 0 : commands.get(count - 1).position().index();
  }

  /** The last index before the command after so many: entries that execute nothing included. */
  long endOf(int count) {
    return count == size() ? indexAt(count) : commands.get(count).position().index() - 1;
  }

  /** How many commands there are up to an index. */
  int countUpTo(long index) {
    int count = 0;
    while (count < size() && commands.get(count).position().index() <= index) {
      count++;
    }
    return count;
  }
}
