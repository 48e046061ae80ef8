package dev.flotilla.recipes.state;

import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;

/** The owners, by id, by the end of their leases, and by the sessions of their clients. */
final class Owners {
  // Invariant: all three hold the same owners. The last is never iterated: its order may differ.
  private final TreeMap<Long, Owner> byId = new TreeMap<>();

  private final TreeSet<Owner> byExpiry =
      new TreeSet<>(Comparator.comparingLong(Owner::expiresMillis).thenComparingLong(Owner::id));

  private final Map<Long, TreeSet<Long>> bySession = new HashMap<>();

  int size() {
    return byId.size();
  }

  List<Owner> all() {
    return List.copyOf(byId.values());
  }

  Optional<Owner> find(long id) {
    return Optional.ofNullable(byId.get(id));
  }

  /** The owner whose lease ends first, if it has ended by then. */
  Optional<Owner> firstOver(long timeMillis) {
    return byExpiry.isEmpty() || byExpiry.first().expiresMillis() > timeMillis
        ? Optional.empty()
        : Optional.of(byExpiry.first());
  }

  List<Long> ofSession(long session) {
    return List.copyOf(bySession.getOrDefault(session, new TreeSet<>()));
  }

  /** Adds an owner, or replaces what it was. */
  void put(Owner owner) {
    remove(owner.id());
    byId.put(owner.id(), owner);
    byExpiry.add(owner);
    owner
        .session()
        .ifPresent(
            session -> bySession.computeIfAbsent(session, none -> new TreeSet<>()).add(owner.id()));
  }

  void remove(long id) {
    Owner owner = byId.remove(id);
    if (owner == null) {
      return;
    }
    byExpiry.remove(owner);
    owner
        .session()
        .ifPresent(
            session ->
                bySession.computeIfPresent(
                    session,
                    (it, ids) -> {
                      ids.remove(id);
                      return ids.isEmpty() ? null : ids;
                    }));
  }

  void clear() {
    byId.clear();
    byExpiry.clear();
    bySession.clear();
  }
}
