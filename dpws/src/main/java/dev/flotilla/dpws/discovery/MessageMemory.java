package dev.flotilla.dpws.discovery;

import java.util.LinkedHashSet;
import java.util.Set;

/**
 * The MessageIDs acted upon last, so that no message is acted upon twice. What led to nothing is
 * not remembered: its repetition may, when a device has announced itself in between.
 */
final class MessageMemory {
  private final int capacityIds;
  private final Set<String> ids = new LinkedHashSet<>();

  MessageMemory(int capacityIds) {
    this.capacityIds = capacityIds;
  }

  boolean contains(String messageId) {
    return ids.contains(messageId);
  }

  /** Takes an ID down; the oldest makes room. */
  void remember(String messageId) {
    if (ids.add(messageId) && ids.size() > capacityIds) {
      ids.remove(ids.iterator().next());
    }
  }
}
