package dev.flotilla.order.protocol;

import dev.flotilla.order.MessageId;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/** What a run has broadcast and delivered, and which properties that violates. */
final class Trace {
  private final List<List<MessageId>> deliveries = new ArrayList<>();
  private final Set<MessageId> broadcasts = new LinkedHashSet<>();
  private final Set<Integer> crashed = new TreeSet<>();

  Trace(int size) {
    for (int i = 0; i < size; i++) {
      deliveries.add(new ArrayList<>());
    }
  }

  void broadcast(MessageId id) {
    broadcasts.add(id);
  }

  void delivered(int process, MessageId id) {
    deliveries.get(process).add(id);
  }

  void crashed(int process) {
    crashed.add(process);
  }

  List<MessageId> deliveriesOf(int process) {
    return List.copyOf(deliveries.get(process));
  }

  /** What is violated if nothing happens any more. */
  EnumSet<Property> violations() {
    EnumSet<Property> violated = EnumSet.noneOf(Property.class);
    Set<MessageId> deliveredSomewhere = new TreeSet<>();
    deliveries.forEach(deliveredSomewhere::addAll);
    for (int process = 0; process < deliveries.size(); process++) {
      Set<MessageId> here = new HashSet<>(deliveries.get(process));
      if (here.size() < deliveries.get(process).size() || !broadcasts.containsAll(here)) {
        violated.add(Property.INTEGRITY);
      }
      if (!crashed.contains(process)) {
        addLivenessViolations(here, deliveredSomewhere, violated);
      }
    }
    if (hasCycle()) {
      violated.add(Property.TO3_ORDER);
    }
    return violated;
  }

  private void addLivenessViolations(
      Set<MessageId> here, Set<MessageId> deliveredSomewhere, EnumSet<Property> violated) {
    if (!here.containsAll(deliveredSomewhere)) {
      violated.add(Property.TO1_AGREEMENT);
    }
    if (!broadcasts.stream()
        .filter(id -> !crashed.contains(id.origin()))
        .allMatch(here::contains)) {
      violated.add(Property.TO2_TERMINATION);
    }
  }

  /** Whether "delivered before" has a cycle; what only one process delivers can be in none. */
  private boolean hasCycle() {
    Map<MessageId, Set<MessageId>> earlier = new TreeMap<>();
    for (List<MessageId> order : deliveries) {
      for (int i = 0; i < order.size(); i++) {
        Set<MessageId> before = earlier.computeIfAbsent(order.get(i), it -> new TreeSet<>());
        if (i > 0 && !order.get(i).equals(order.get(i - 1))) {
          before.add(order.get(i - 1));
        }
      }
    }
    boolean shrinks = true;
    while (shrinks) {
      Set<MessageId> left = earlier.keySet();
      List<MessageId> first =
          left.stream().filter(id -> earlier.get(id).stream().noneMatch(left::contains)).toList();
      shrinks = !first.isEmpty();
      first.forEach(earlier::remove);
    }
    return !earlier.isEmpty();
  }

  @Override
  public String toString() {
    return "crashed " + crashed + ", broadcast " + broadcasts + ", delivered " + deliveries;
  }
}
