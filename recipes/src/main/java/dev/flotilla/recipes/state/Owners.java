package dev.flotilla.recipes.state;

import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;

/** The owners, by id and by the end of their leases. */
final class Owners {
  // Invariant: both hold the same owners.
  private final TreeMap<Long, Owner> byId = new TreeMap<>();

  private final TreeSet<Owner> byExpiry =
      new TreeSet<>(Comparator.comparingLong(Owner::expiresMillis).thenComparingLong(Owner::id));

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

  /** Adds an owner, or replaces what it was. */
  void put(Owner owner) {
    remove(owner.id());
    byId.put(owner.id(), owner);
    byExpiry.add(owner);
  }

  void remove(long id) {
    Owner owner = byId.remove(id);
    if (owner == null) {
      return;
    }
    byExpiry.remove(owner);
  }

  void clear() {
    byId.clear();
    byExpiry.clear();
  }
}
