package dev.flotilla.kit.harness;

import dev.flotilla.node.statemachine.Committed;
import dev.flotilla.node.statemachine.CommittedCommand;
import dev.flotilla.node.statemachine.SessionEnd;
import dev.flotilla.raft.model.Command;
import dev.flotilla.raft.model.LogPosition;
import dev.flotilla.raft.model.SessionTag;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;

/**
 * What was committed, as a node hands it over: indexes ascend, with gaps where other entries are;
 * terms rise now and then, and so does the log time; some commands belong to a session, and have a
 * uid that was there before: a session tells its commands apart by their numbers. Sessions end, at
 * the index of a command, before it, or in a gap.
 *
 * <p>Internal: public only for the other packages of statemachine-kit.
 */
public final class History {
  private static final int ENTRIES_PER_GAP = 6;
  private static final int ENTRIES_PER_TERM = 25;
  private static final int COMMANDS_PER_SESSION_COMMAND = 4;
  private static final int SESSION_COMMANDS_PER_REPEATED_UID = 2;

  private final List<CommittedCommand> commands;

  /** Those before each command, as they come with it. */
  private final List<List<SessionEnd>> ends;

  private final Map<String, Integer> lastByUid = new HashMap<>();

  private History(List<CommittedCommand> commands, List<List<SessionEnd>> ends) {
    this.commands = List.copyOf(commands);
    this.ends = List.copyOf(ends);
    for (int i = 0; i < commands.size(); i++) {
      lastByUid.put(commands.get(i).command().uid(), i);
    }
  }

  /** The history of a name, always the same under a seed. */
  public static History draw(Subject subject, String name) {
    RandomGenerator random = new SplittableRandom(subject.seed() ^ name.hashCode());
    RandomGenerator uids = new SplittableRandom(subject.seed() + name.hashCode());
    DrawnContext context =
        new DrawnContext(new SplittableRandom(~subject.seed() + name.hashCode()));
    List<CommittedCommand> drawn = new ArrayList<>();
    List<List<SessionEnd>> ends = new ArrayList<>();
    long term = 1;
    long sequence = 0;
    for (int i = 1; i <= subject.commandCount(); i++) {
      long before = drawn.isEmpty() ? 0 : drawn.get(i - 2).position().index();
      long index = before + 1 + (random.nextInt(ENTRIES_PER_GAP) == 0 ? 1 + random.nextInt(2) : 0);
      term += random.nextInt(ENTRIES_PER_TERM) == 0 ? 1 : 0;
      LogPosition position = new LogPosition(index, term);
      ends.add(context.endsBetween(before, position));
      DrawnCommand operation = subject.commands().apply(random);
      String uid = name + "-" + i;
      Optional<SessionTag> session = Optional.empty();
      boolean isRare = random.nextInt(COMMANDS_PER_SESSION_COMMAND) == 0;
      if (isRare != subject.is(Trait.IN_SESSIONS)) {
        sequence++;
        session =
            Optional.of(new SessionTag(context.session(), sequence, Math.max(1, sequence - 3)));
        if (sequence % SESSION_COMMANDS_PER_REPEATED_UID == 0) {
          uid = drawn.get(uids.nextInt(drawn.size())).command().uid();
        }
      }
      Command command = new Command(uid, operation.command(), operation.parameters(), session);
      drawn.add(new CommittedCommand(position, context.timeMillis(), command));
    }
    return new History(drawn, ends);
  }

  int size() {
    return commands.size();
  }

  /** How many commands there are before the last one with a uid. */
  public int lastOf(String uid) {
    return Objects.requireNonNull(lastByUid.get(uid), uid);
  }

  /** The command after so many. */
  public CommittedCommand get(int count) {
    return commands.get(count);
  }

  List<CommittedCommand> between(int from, int to) {
    return commands.subList(from, to);
  }

  /** The commands after so many up to so many, with the ends of sessions before each. */
  public List<Committed> batch(int from, int to) {
    List<Committed> batch = new ArrayList<>();
    for (int i = from; i < to; i++) {
      batch.addAll(ends.get(i));
      batch.add(commands.get(i));
    }
    return batch;
  }

  /** The ends between two commands, at an index where no command is. */
  public List<SessionEnd> endsAlone(int count) {
    long next = commands.get(count).position().index();
    return ends.get(count).stream().filter(it -> it.position().index() < next).toList();
  }

  /** The index of the last of the first so many commands; 0 for none. */
  public long indexAt(int count) {
    return count == 0 ? 0 : commands.get(count - 1).position().index();
  }

  /** The log time of the last of the first so many commands; 0 for none. */
  public long timeMillisAt(int count) {
    return count == 0 ? 0 : commands.get(count - 1).timeMillis();
  }

  /** The last index before what follows so many commands: entries without effect included. */
  long endOf(int count) {
    return count == size() ? indexAt(count) : batch(count, count + 1).get(0).position().index() - 1;
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
