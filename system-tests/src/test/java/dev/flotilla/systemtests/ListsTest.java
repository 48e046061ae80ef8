package dev.flotilla.systemtests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.flotilla.CommandContext;
import dev.flotilla.Rejected;
import java.util.HashSet;
import java.util.OptionalLong;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

class ListsTest {
  private static final long SEED = 7;

  private final Lists lists = new Lists();

  @Test
  void everyResultIsTheWholeList() throws Exception {
    apply(new ListCommand.Append("a", 3));
    apply(new ListCommand.Append("b", 4));
    assertThat(apply(new ListCommand.Append("a", 5)).values()).containsExactly(3L, 5L);
    assertThat(lists.answer(new ListCommand.Get("a")).values()).containsExactly(3L, 5L);
    assertThat(lists.read("c").values()).isEmpty();
  }

  @Test
  void anAppendAtAnotherLengthIsRejectedAndChangesNothing() throws Exception {
    apply(new ListCommand.AppendAt("a", 0, 3));
    assertThatThrownBy(() -> apply(new ListCommand.AppendAt("a", 0, 4)))
        .isInstanceOf(Rejected.class);
    assertThat(lists.read("a").values()).containsExactly(3L);
  }

  @Test
  void noValueIsDrawnTwiceAndEveryListIsKnownInTheEnd() {
    Lists.Workload workload = new Lists.Workload();
    Random random = new Random(SEED);
    Set<String> keys = new HashSet<>();
    Set<Long> values = new HashSet<>();
    int writes = 0;
    for (int i = 0; i < 10_000; i++) {
      ListCommand command = workload.next(random);
      keys.add(command.key());
      if (command instanceof ListCommand.Append append) {
        writes++;
        values.add(append.value());
      } else if (command instanceof ListCommand.AppendAt at) {
        writes++;
        values.add(at.value());
      }
    }
    assertThat(values).as("seed " + SEED).hasSize(writes);
    assertThat(workload.keys()).containsAll(keys);
  }

  private Lists.Contents apply(ListCommand command) throws Rejected {
    return lists.apply(command, new CommandContext(1, 0, OptionalLong.empty()));
  }
}
