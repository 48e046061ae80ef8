package dev.flotilla.order.protocol;

import dev.flotilla.order.MessageId;
import dev.flotilla.order.ProcessGroup;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;

/** A set of identifications that only grows; ids without gaps take no room. */
final class SeenIds {
  private final List<Origin> origins = new ArrayList<>();

  private static final class Origin {
    /** All numbers below this are in the set. */
    private long next;

    private final TreeSet<Long> beyond = new TreeSet<>();
  }

  SeenIds(ProcessGroup group) {
    for (int i = 0; i < group.size(); i++) {
      origins.add(new Origin());
    }
  }

  boolean contains(MessageId id) {
    Origin origin = origins.get(id.origin());
    return id.number() < origin.next || origin.beyond.contains(id.number());
  }

  /** Adds an identification; false if it was there. */
  boolean add(MessageId id) {
    if (contains(id)) {
      return false;
    }
    Origin origin = origins.get(id.origin());
    origin.beyond.add(id.number());
    while (origin.beyond.remove(origin.next)) {
      origin.next++;
    }
    return true;
  }
}
