package dev.flotilla.recipes.state;

import dev.flotilla.raft.model.Bytes;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/** All claims, by id and by what they claim; collects what one command brings about. */
final class Places {
  private final LongSupplier numbers;
  private final TreeMap<String, Place> places = new TreeMap<>();
  private final TreeMap<ClaimId, Claim> claims = new TreeMap<>();
  private long itemBytes;
  private long claimBytes;
  private int items;
  private List<RecipeAnswer.Grant> grants = new ArrayList<>();
  private Set<String> touched = new LinkedHashSet<>();

  /** Without claims. */
  Places(LongSupplier numbers) {
    this.numbers = numbers;
  }

  Collection<Place> all() {
    return places.values();
  }

  Collection<Claim> claims() {
    return claims.values();
  }

  int items() {
    return items;
  }

  long itemBytes() {
    return itemBytes;
  }

  long claimBytes() {
    return claimBytes;
  }

  Optional<Claim> find(ClaimId id) {
    return Optional.ofNullable(claims.get(id));
  }

  @Nullable Place at(Kind kind, String name) {
    return places.get(kind.key(name));
  }

  private Place opened(Kind kind, String name, int capacity) {
    return places.computeIfAbsent(kind.key(name), none -> new Place(kind, name, capacity));
  }

  /** Adds a claim; it is held at once if it can be. */
  Claim add(Claim claim, int capacity) {
    Place place = opened(claim.kind(), claim.name(), capacity);
    place.add(claim);
    claims.put(claim.id(), claim);
    claimBytes += claim.bytes();
    settle(place, claim.id());
    return claims.getOrDefault(claim.id(), claim);
  }

  /** Ends a claim. */
  void remove(Claim claim) {
    Place place = opened(claim.kind(), claim.name(), 1);
    drop(claim);
    place.remove(claim);
    if (claim.isHeld()) {
      touch(claim.kind(), claim.name());
    }
    settle(place, claim.id());
  }

  /** Ends a claim on an item, which goes for good. */
  void consume(Claim claim) {
    Place place = opened(claim.kind(), claim.name(), 1);
    drop(claim);
    place.consume(claim);
    if (claim.isHeld()) {
      forget(claim.data());
    }
    settle(place, claim.id());
  }

  private void drop(Claim claim) {
    claims.remove(claim.id());
    claimBytes -= claim.bytes();
  }

  void offer(String queue, Bytes item) {
    Place place = opened(Kind.QUEUE, queue, Integer.MAX_VALUE);
    place.addItem(numbers.getAsLong(), item);
    items++;
    itemBytes += item.size();
    settle(place, null);
  }

  /** Removes the first item that nobody holds. */
  Optional<Bytes> poll(String queue) {
    Place place = at(Kind.QUEUE, queue);
    if (place == null || place.items().isEmpty()) {
      return Optional.empty();
    }
    Bytes item = place.items().pollFirstEntry().getValue();
    forget(item);
    settle(place, null);
    return Optional.of(item);
  }

  private void forget(Bytes item) {
    items--;
    itemBytes -= item.size();
  }

  /** Ends all claims of an owner, those that wait first: none of them is granted on the way. */
  void removeAllOf(long owner) {
    ClaimId from = new ClaimId(owner, Long.MIN_VALUE);
    ClaimId to = new ClaimId(owner, Long.MAX_VALUE);
    List<Claim> all = List.copyOf(claims.subMap(from, true, to, true).values());
    all.stream().filter(claim -> !claim.isHeld()).forEach(this::remove);
    all.stream().filter(Claim::isHeld).forEach(this::remove);
  }

  /** Reports the claims that were granted, but that of the command itself. */
  private void settle(Place place, @Nullable ClaimId own) {
    for (Claim granted : place.settle(numbers)) {
      claims.put(granted.id(), granted);
      touch(granted.kind(), granted.name());
      if (!granted.id().equals(own)) {
        grants.add(new RecipeAnswer.Grant(granted.id(), granted.token()));
      }
    }
    if (place.isEmpty()) {
      places.remove(place.kind().key(place.name()));
    }
  }

  void touch(Kind kind, String name) {
    if (kind.isWatched()) {
      touched.add(kind.key(name));
    }
  }

  /** The answer to the command at hand, with what else it brought about. */
  RecipeAnswer answer(RecipeResult result) {
    int most = RecipeAnswer.MAX_LISTED;
    boolean isCut = grants.size() > most || touched.size() > most;
    RecipeAnswer answer =
        new RecipeAnswer(
            result,
            grants.subList(0, Math.min(most, grants.size())),
            touched.stream().limit(most).toList(),
            isCut);
    grants = new ArrayList<>();
    touched = new LinkedHashSet<>();
    return answer;
  }

  /** Puts back what an image has. */
  void restore(Claim claim, int capacity) {
    opened(claim.kind(), claim.name(), capacity).add(claim);
    claims.put(claim.id(), claim);
    claimBytes += claim.bytes();
    if (claim.kind() == Kind.QUEUE && claim.isHeld()) {
      items++;
      itemBytes += claim.data().size();
    }
  }

  /** Puts back an item that nobody holds. */
  void restore(String queue, long place, Bytes item) {
    opened(Kind.QUEUE, queue, Integer.MAX_VALUE).addItem(place, item);
    items++;
    itemBytes += item.size();
  }

  void clear() {
    places.clear();
    claims.clear();
    items = 0;
    itemBytes = 0;
    claimBytes = 0;
    grants = new ArrayList<>();
    touched = new LinkedHashSet<>();
  }
}
