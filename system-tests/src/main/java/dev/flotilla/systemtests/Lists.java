package dev.flotilla.systemtests;

import dev.flotilla.CommandContext;
import dev.flotilla.Group;
import dev.flotilla.Rejected;
import dev.flotilla.ReplicatedState;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** Lists that only grow, by name. {@link #read} may be called by any thread. */
public final class Lists implements ReplicatedState<ListCommand, ListContents> {
  private final Map<String, List<Long>> lists = new ConcurrentHashMap<>();

  public static Group<ListCommand, ListContents> group(String name) {
    return Group.named(name, ListCommand.class, ListContents.class);
  }

  @Override
  public ListContents apply(ListCommand command, CommandContext context) throws Rejected {
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
  public ListContents answer(ListCommand query) {
    return read(query.key());
  }

  /** What has been applied here so far; any number of acknowledged commands may be missing. */
  ListContents read(String key) {
    return new ListContents(lists.getOrDefault(key, List.of()));
  }

  private ListContents append(String key, long value) {
    List<Long> longer = new ArrayList<>(lists.getOrDefault(key, List.of()));
    longer.add(value);
    lists.put(key, List.copyOf(longer));
    return read(key);
  }
}
