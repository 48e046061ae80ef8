package dev.flotilla.recipes.state;

import dev.flotilla.raft.model.Bytes;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.function.LongSupplier;

/**
 * One thing under one name: who holds it, who waits for it, and the items if it is a queue.
 *
 * <p>Those that wait are served in the order in which they came: nobody overtakes one that waits
 * for more permits than are free.
 */
final class Place {
  private final Kind kind;
  private final String name;
  private final int capacity;
  private final TreeMap<Long, Claim> waiting = new TreeMap<>();
  private final TreeMap<ClaimId, Claim> held = new TreeMap<>();
  private final TreeMap<Long, Bytes> items = new TreeMap<>();
  private long used;

  Place(Kind kind, String name, int capacity) {
    this.kind = kind;
    this.name = name;
    this.capacity = capacity;
  }

  Kind kind() {
    return kind;
  }

  String name() {
    return name;
  }

  int capacity() {
    return capacity;
  }

  int waiting() {
    return waiting.size();
  }

  /** The items that nobody holds, by their places. */
  NavigableMap<Long, Bytes> items() {
    return items;
  }

  boolean isEmpty() {
    return waiting.isEmpty() && held.isEmpty() && items.isEmpty();
  }

  /** Those that hold it, in the order in which they got it. */
  List<Claim> holders() {
    List<Claim> all = new ArrayList<>(held.values());
    all.sort(
        (left, right) ->
            left.token() == right.token()
                ? Long.compare(left.ticket(), right.ticket())
                : Long.compare(left.token(), right.token()));
    return all;
  }

  /** Adds a claim that waits, or that was held before a restart. */
  void add(Claim claim) {
    if (claim.isHeld()) {
      held.put(claim.id(), claim);
      used += claim.permits();
    } else {
      waiting.put(claim.ticket(), claim);
    }
  }

  void addItem(long place, Bytes item) {
    items.put(place, item);
  }

  /** Removes a claim; the item that it holds goes back to its place. */
  void remove(Claim claim) {
    if (held.remove(claim.id()) == null) {
      waiting.remove(claim.ticket());
      return;
    }
    used -= claim.permits();
    if (kind == Kind.QUEUE) {
      items.put(claim.token(), claim.data());
    }
  }

  /** Removes a claim and the item that it holds. */
  void consume(Claim claim) {
    remove(claim);
    items.remove(claim.token());
  }

  /** Whether a claim would be held at once. */
  boolean fits(int permits) {
    if (!waiting.isEmpty()) {
      return false;
    }
    return switch (kind) {
      case QUEUE -> !items.isEmpty();
      case BARRIER -> capacity == 1;
      default -> used + permits <= capacity;
    };
  }

  /**
   * Gives those that wait what they can have now.
   *
   * @param numbers the next token
   * @return the claims that are held now and were not before
   */
  List<Claim> settle(LongSupplier numbers) {
    List<Claim> granted = new ArrayList<>();
    if (kind == Kind.BARRIER) {
      open(numbers, granted);
    } else {
      while (!waiting.isEmpty() && hasFor(waiting.firstEntry().getValue())) {
        Claim first = waiting.pollFirstEntry().getValue();
        Claim served = kind == Kind.QUEUE ? withItem(first) : first.held(token(first, numbers));
        add(served);
        granted.add(served);
      }
    }
    return granted;
  }

  private void open(LongSupplier numbers, List<Claim> granted) {
    while (waiting.size() >= capacity) {
      long token = numbers.getAsLong();
      for (int i = 0; i < capacity; i++) {
        Claim passed = waiting.pollFirstEntry().getValue().held(token);
        add(passed);
        granted.add(passed);
      }
    }
  }

  private boolean hasFor(Claim first) {
    return kind == Kind.QUEUE ? !items.isEmpty() : used + first.permits() <= capacity;
  }

  private Claim withItem(Claim taker) {
    Map.Entry<Long, Bytes> item = items.pollFirstEntry();
    return taker.held(item.getKey(), item.getValue());
  }

  /**
   * Those that share a lock have one token: a resource that has seen it refuses whoever held the
   * lock before, and none of them.
   */
  private long token(Claim claim, LongSupplier numbers) {
    boolean isShared = kind == Kind.LOCK && claim.permits() < capacity && !held.isEmpty();
    return isShared ? held.firstEntry().getValue().token() : numbers.getAsLong();
  }
}
