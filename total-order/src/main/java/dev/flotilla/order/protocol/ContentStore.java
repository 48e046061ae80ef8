package dev.flotilla.order.protocol;

import dev.flotilla.order.MessageId;
import dev.flotilla.order.ProcessGroup;
import dev.flotilla.order.protocol.OrderMessage.Batch;
import dev.flotilla.order.protocol.OrderMessage.Content;
import dev.flotilla.order.protocol.OrderMessage.Decided;
import dev.flotilla.raft.model.Bytes;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The messages that a process of {@link ChandraToueg} holds: those without a place in the order,
 * and decided ones that another process may still ask for.
 *
 * <p>Decisions are forgotten once all processes have them. A crashed process never gets them, so
 * the oldest are forgotten, too, when they take more than {@value #MAX_HISTORY_BYTES} bytes. A
 * correct process that is so far behind never catches up.
 */
final class ContentStore {
  static final long MAX_HISTORY_BYTES = 64L * 1024 * 1024;

  private static final int MAX_BATCH_IDS = 1_000;
  private static final int MAX_BATCH_BYTES = 4 * 1024 * 1024;

  /** Counted for each identification, so that empty messages count, too. */
  private static final int ID_BYTES = 64;

  /** In the order in which they arrived. */
  private final Map<MessageId, Bytes> pending = new LinkedHashMap<>();

  private final TreeMap<Long, Decided> history = new TreeMap<>();
  private final SeenIds delivered = new SeenIds();
  private final ProcessGroup group;
  private long historyBytes;

  ContentStore(ProcessGroup group) {
    this.group = group;
  }

  /** Keeps a message; false if it is here, or was delivered. */
  boolean add(Content content) {
    return !delivered.contains(content.id())
        && pending.putIfAbsent(content.id(), content.body()) == null;
  }

  boolean hasPending() {
    return !pending.isEmpty();
  }

  boolean hasAll(Batch batch) {
    return batch.ids().stream().allMatch(id -> pending.containsKey(id) || delivered.contains(id));
  }

  /** The oldest messages without a place. */
  Batch pendingBatch(int proposer) {
    List<MessageId> ids = new ArrayList<>();
    int bytes = 0;
    for (Map.Entry<MessageId, Bytes> entry : pending.entrySet()) {
      bytes += entry.getValue().size();
      if (ids.size() >= MAX_BATCH_IDS || (bytes > MAX_BATCH_BYTES && !ids.isEmpty())) {
        break;
      }
      ids.add(entry.getKey());
    }
    return new Batch(proposer, ids);
  }

  /** The messages of a batch that are here and have no place. */
  List<Content> contentsOf(Batch batch) {
    List<Content> contents = new ArrayList<>();
    for (MessageId id : batch.ids()) {
      Bytes body = pending.get(id);
      if (body != null) {
        contents.add(new Content(id, body));
      }
    }
    return contents;
  }

  /** Those of them whose origins are outside of the group. */
  List<Content> outsideContentsOf(Batch batch) {
    List<MessageId> ids = new ArrayList<>();
    for (MessageId id : batch.ids()) {
      if (id.origin() >= group.size()) {
        ids.add(id);
      }
    }
    return ids.isEmpty() ? List.of() : contentsOf(new Batch(batch.proposer(), ids));
  }

  /** Keeps a decision, and returns the messages that are to be delivered, in order. */
  List<Content> decide(long instance, Batch batch) {
    List<Content> contents = contentsOf(batch);
    for (Content content : contents) {
      delivered.add(content.id());
      pending.remove(content.id());
    }
    Decided decided = new Decided(instance, batch, contents);
    history.put(instance, decided);
    historyBytes += sizeBytes(decided);
    while (historyBytes > MAX_HISTORY_BYTES && history.size() > 1) {
      forgetFirst();
    }
    return contents;
  }

  void forgetBefore(long instance) {
    while (!history.isEmpty() && history.firstKey() < instance) {
      forgetFirst();
    }
  }

  private void forgetFirst() {
    historyBytes -= sizeBytes(history.pollFirstEntry().getValue());
  }

  /** The decision of an instance with its messages; none if it is forgotten. */
  List<Decided> decision(long instance) {
    Decided decided = history.get(instance);
    return decided == null ? List.of() : List.of(decided);
  }

  /** All messages here that one process broadcast. */
  List<Content> from(int origin) {
    List<Content> contents = new ArrayList<>();
    history.values().forEach(it -> contents.addAll(it.contents()));
    pending.forEach((id, body) -> contents.add(new Content(id, body)));
    contents.removeIf(content -> content.id().origin() != origin);
    return contents;
  }

  private static long sizeBytes(Decided decided) {
    return decided.contents().stream().mapToLong(it -> ID_BYTES + it.body().size()).sum();
  }
}
