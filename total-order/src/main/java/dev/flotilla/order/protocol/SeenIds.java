package dev.flotilla.order.protocol;

import dev.flotilla.order.MessageId;
import dev.flotilla.order.ProcessGroup;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;

/**
 * A set of identifications that only grows; ids without gaps take no room. Origins may be outside
 * of the group, but all numbers are below {@value ProcessGroup#MAX_SIZE}.
 */
final class SeenIds {
  private final List<Origin> origins = new ArrayList<>();

  private static final class Origin {
    /** All numbers below this are in the set. */
    private long next;

    private final TreeSet<Long> beyond = new TreeSet<>();
  }

  SeenIds() {
    for (int i = 0; i < ProcessGroup.MAX_SIZE; i++) {
      origins.add(new Origin());
    }
  }

  boolean contains(MessageId id) {
    Origin origin = origin(id);
    return id.number() < origin.next || origin.beyond.contains(id.number());
  }

  private Origin origin(MessageId id) {
    if (id.origin() >= origins.size()) {
      throw new IllegalArgumentException(
          "message %s is of no process; numbers are 0 to %s".formatted(id, origins.size() - 1));
    }
    return origins.get(id.origin());
  }

  /** Adds an identification; false if it was there. */
  boolean add(MessageId id) {
    if (contains(id)) {
      return false;
    }
    Origin origin = origin(id);
    origin.beyond.add(id.number());
    while (origin.beyond.remove(origin.next)) {
      origin.next++;
    }
    return true;
  }
}
