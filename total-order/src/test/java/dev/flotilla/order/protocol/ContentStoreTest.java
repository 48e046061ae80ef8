package dev.flotilla.order.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import dev.flotilla.order.MessageId;
import dev.flotilla.order.ProcessGroup;
import dev.flotilla.order.protocol.OrderMessage.Batch;
import dev.flotilla.order.protocol.OrderMessage.Content;
import dev.flotilla.raft.model.Bytes;
import java.util.List;
import org.junit.jupiter.api.Test;

class ContentStoreTest {
  private static final int MIB = 1024 * 1024;

  private final ContentStore store = new ContentStore(new ProcessGroup(0, 3));

  @Test
  void aMessageIsKeptAndDecidedOnce() {
    Content content = content(1, 0, 10);
    assertThat(store.add(content)).isTrue();
    assertThat(store.add(content)).isFalse();
    Batch batch = store.pendingBatch(0);
    assertThat(store.decide(0, batch)).containsExactly(content);
    assertThat(store.add(content)).isFalse();
    assertThat(store.hasPending()).isFalse();
    assertThat(store.hasAll(batch)).isTrue();
  }

  @Test
  void aBatchHasOneLongMessageOrSeveralShortOnes() {
    store.add(content(1, 0, 5 * MIB));
    store.add(content(1, 1, 3 * MIB));
    store.add(content(2, 0, 10));
    assertThat(store.pendingBatch(0).ids()).containsExactly(new MessageId(1, 0));
    store.decide(0, store.pendingBatch(0));
    assertThat(store.pendingBatch(0).ids())
        .containsExactly(new MessageId(1, 1), new MessageId(2, 0));
  }

  @Test
  void decisionsThatAllProcessesHaveAreForgotten() {
    for (int i = 0; i < 3; i++) {
      store.add(content(1, i, 10));
      store.decide(i, store.pendingBatch(0));
    }
    store.forgetBefore(2);
    assertThat(store.decision(1)).isEmpty();
    assertThat(store.decision(2)).hasSize(1);
    assertThat(store.from(1)).extracting(Content::id).containsExactly(new MessageId(1, 2));
  }

  @Test
  void theOldestDecisionsAreForgottenBeyondTheLimit() {
    Bytes shared = Bytes.wrap(new byte[MIB]);
    for (int i = 0; i < 70; i++) {
      MessageId id = new MessageId(1, i);
      store.add(new Content(id, shared));
      store.decide(i, new Batch(0, List.of(id)));
    }
    assertThat(store.decision(69)).hasSize(1);
    assertThat(store.decision(7)).hasSize(1);
    assertThat(store.decision(0)).isEmpty();
  }

  private static Content content(int origin, long number, int bytes) {
    return new Content(new MessageId(origin, number), Bytes.wrap(new byte[bytes]));
  }
}
