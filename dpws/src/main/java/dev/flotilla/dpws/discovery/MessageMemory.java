package dev.flotilla.dpws.discovery;

import java.util.LinkedHashSet;
import java.util.Set;

/** The MessageIDs heard last, so that the same message is taken once. */
final class MessageMemory {
  private final int capacityIds;
  private final Set<String> ids = new LinkedHashSet<>();

  MessageMemory(int capacityIds) {
    this.capacityIds = capacityIds;
  }

  /** Takes an ID down; false when it was there already. */
  boolean remember(String messageId) {
    if (!ids.add(messageId)) {
      return false;
    }
    if (ids.size() > capacityIds) {
      ids.remove(ids.iterator().next());
    }
    return true;
  }
}
