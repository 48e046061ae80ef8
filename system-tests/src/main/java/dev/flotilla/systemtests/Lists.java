package dev.flotilla.systemtests;

import dev.flotilla.CommandContext;
import dev.flotilla.FlotillaClient;
import dev.flotilla.Group;
import dev.flotilla.Rejected;
import dev.flotilla.ReplicatedState;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.random.RandomGenerator;
import java.util.stream.Collectors;

/** Lists that only grow, by name. {@link #read} may be called by any thread. */
public final class Lists implements ReplicatedState<ListCommand, Lists.Contents> {
  private static final int FINAL_ATTEMPTS = 20;

  private final Map<String, List<Long>> lists = new ConcurrentHashMap<>();

  /**
   * A whole list, the result of every command: what is lost, doubled, invented or out of order
   * shows in the next result.
   */
  public record Contents(List<Long> values) implements History.Told {
    /** Copies the list. */
    public Contents {
      values = List.copyOf(values);
    }

    @Override
    public List<?> members() {
      return List.of("result", values);
    }
  }

  /**
   * Draws what clients ask for: about as many reads as writes, nearly all on a few lists, so that
   * clients meet. The lists change with time, since long ones are slow to write down. Any thread
   * may call.
   */
  public static final class Workload implements RecordingClient.Drawn<ListCommand, Contents> {
    private static final int LISTS_AT_A_TIME = 4;

    private final RotatingKeys keys = new RotatingKeys("k", LISTS_AT_A_TIME);
    private final Map<String, Integer> lengths = new ConcurrentHashMap<>();

    /** What to ask next; its values are those of nothing drawn before. */
    @Override
    public ListCommand next(RandomGenerator random) {
      long number = keys.nextNumber();
      String key = keys.draw(random);
      int kind = random.nextInt(100);
      if (kind < 45) {
        return new ListCommand.Get(key);
      } else if (kind < 85) {
        return new ListCommand.Append(key, number);
      }
      return new ListCommand.AppendAt(key, lengths.getOrDefault(key, 0), number);
    }

    /** From which the next expectation of a length comes. */
    @Override
    public void saw(ListCommand command, Contents contents) {
      lengths.put(command.key(), contents.values().size());
    }

    /** Every list that any command may have gone to. */
    List<String> keys() {
      return keys.all();
    }

    /**
     * Reads every list, so that what was lost from one shows even if nobody looked at it again.
     *
     * @throws IOException if one has no answer
     */
    public void readAll(FlotillaClient<ListCommand, Contents> client, History history)
        throws IOException {
      int number = history.nextClient();
      for (String key : keys()) {
        ListCommand.Get query = new ListCommand.Get(key);
        boolean isRead = false;
        for (int i = 0; i < FINAL_ATTEMPTS && !isRead; i++) {
          long called = System.nanoTime();
          isRead =
              history.add(number, query, called, client.submit(query).join()) == History.End.DONE;
        }
        if (!isRead) {
          throw new IOException("nobody answers a read of " + key + " although nothing is broken");
        }
      }
    }
  }

  /** A group of servers of lists. */
  public static Group<ListCommand, Contents> group(String name) {
    return Group.named(name, ListCommand.class, Contents.class);
  }

  /** Runs a {@link ServerProgram}, which reads what it has applied without asking anybody. */
  public static void main(String[] arguments) throws IOException {
    ServerProgram program = ServerProgram.of(arguments);
    Lists lists = new Lists();
    program.serve(
        group(program.group()).server(lists).refuseDamage(),
        key ->
            lists.read(key).values().stream()
                .map(String::valueOf)
                .collect(Collectors.joining(" ")));
  }

  @Override
  public Contents apply(ListCommand command, CommandContext context) throws Rejected {
    if (command instanceof ListCommand.AppendAt at) {
      int length = read(at.key()).values().size();
      if (length != at.length()) {
        throw new Rejected("the length is " + length);
      }
      return append(at.key(), at.value());
    }
    ListCommand.Append append = (ListCommand.Append) command;
    return append(append.key(), append.value());
  }

  @Override
  public Contents answer(ListCommand query) {
    return read(query.key());
  }

  /** What has been applied here so far; any number of acknowledged commands may be missing. */
  Contents read(String key) {
    return new Contents(lists.getOrDefault(key, List.of()));
  }

  private Contents append(String key, long value) {
    List<Long> longer = new ArrayList<>(lists.getOrDefault(key, List.of()));
    longer.add(value);
    lists.put(key, List.copyOf(longer));
    return read(key);
  }
}
