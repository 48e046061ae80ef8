package dev.flotilla.order.protocol;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.flotilla.order.ProcessGroup;
import dev.flotilla.raft.model.Bytes;
import dev.flotilla.raft.options.RaftOptions;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** A group of one process, which needs nobody's answer. */
class RaftJournalTest {
  private static final Bytes BODY = Bytes.utf8("hello, journal");

  private final List<Bytes> records = new ArrayList<>();

  @Test
  void anEntryIsForcedBeforeItIsDelivered() {
    RaftOrder order = leader(record -> records.add(record.get()));
    int before = records.size();

    order.broadcast(BODY);

    assertThat(records).hasSize(before + 1);
    assertThat(records.get(before).toUtf8()).contains(BODY.toUtf8());
    assertThat(order.take().deliveries()).hasSize(1);
  }

  @Test
  void whatCannotBeForcedIsNotDelivered() {
    boolean[] isFull = {false};
    RaftOrder order =
        leader(
            record -> {
              if (isFull[0]) {
                throw new UncheckedIOException(new IOException("the disk is full"));
              }
            });
    isFull[0] = true;

    assertThatThrownBy(() -> order.broadcast(BODY)).hasMessageContaining("the disk is full");
    assertThat(order.take().deliveries()).isEmpty();
  }

  private static RaftOrder leader(RaftJournal journal) {
    ProcessGroup alone = new ProcessGroup(0, 1);
    RaftOrder order =
        new RaftOrder(alone, RaftOptions.DEFAULT, new SplittableRandom(1), 0, journal);
    while (order.leader().isEmpty()) {
      order.advanceTo(order.nextDeadlineNanos());
    }
    return order;
  }
}
