package dev.flotilla.bdb.pairs;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The leases of keys, in memory, and what has changed of them since the database has them.
 *
 * <p>Owned by the apply thread. A batch whose transaction fails ends the store, so that nothing
 * here is ever taken back.
 *
 * <p>Internal: public only for the other packages of statemachine-bdb.
 */
public final class LeaseTable {
  /**
   * A lease.
   *
   * @param id the index of the command that granted it
   * @param ttlMillis how long it lasts after a renewal
   * @param expiresMillis the log time at which it ends
   * @param isOfOneKey whether it goes when its key does
   */
  public record Lease(long id, long ttlMillis, long expiresMillis, boolean isOfOneKey) {}

  /** A key that goes when its lease ends. Nobody changes its bytes. */
  public static final class LeasedKey {
    private final byte[] key;
    private final long lease;

    public LeasedKey(byte[] key, long lease) {
      this.key = key;
      this.lease = lease;
    }

    public byte[] key() {
      return key;
    }

    public long lease() {
      return lease;
    }
  }

  /** All leases and their keys at one moment, in the order of ids and of keys. */
  public record Image(List<Lease> leases, List<LeasedKey> keys) {
    /** Copies the lists. */
    public Image {
      leases = List.copyOf(leases);
      keys = List.copyOf(keys);
    }
  }

  private static final Comparator<byte[]> ORDER = Arrays::compareUnsigned;

  private final TreeMap<Long, Lease> byId = new TreeMap<>();
  private final TreeSet<Lease> byEnd =
      new TreeSet<>(Comparator.comparingLong(Lease::expiresMillis).thenComparingLong(Lease::id));
  private final TreeMap<byte[], Long> leaseOf = new TreeMap<>(ORDER);
  private final Map<Long, TreeSet<byte[]>> keysOf = new HashMap<>();
  private final Set<Long> changedLeases = new HashSet<>();
  private final TreeSet<byte[]> changedKeys = new TreeSet<>(ORDER);

  public int size() {
    return byId.size();
  }

  public int keys() {
    return leaseOf.size();
  }

  public Optional<Lease> find(long id) {
    return Optional.ofNullable(byId.get(id));
  }

  public Optional<Lease> of(byte[] key) {
    Long id = leaseOf.get(key);
    return id == null ? Optional.empty() : find(id);
  }

  /** The lease that ends first. */
  public Optional<Lease> first() {
    return byEnd.isEmpty() ? Optional.empty() : Optional.of(byEnd.first());
  }

  /** The keys of a lease in their order. */
  public List<byte[]> keysOf(long id) {
    return List.copyOf(keysOf.getOrDefault(id, new TreeSet<>(ORDER)));
  }

  /** Adds a lease, or replaces what it was. */
  public void put(Lease lease) {
    Lease before = byId.put(lease.id(), lease);
    if (before != null) {
      byEnd.remove(before);
    }
    byEnd.add(lease);
    changedLeases.add(lease.id());
  }

  /** Removes a lease that has no keys any more. */
  public void remove(long id) {
    Lease before = byId.remove(id);
    if (before != null) {
      byEnd.remove(before);
      changedLeases.add(id);
    }
  }

  public void attach(byte[] key, long id) {
    leaseOf.put(key, id);
    keysOf.computeIfAbsent(id, none -> new TreeSet<>(ORDER)).add(key);
    changedKeys.add(key);
  }

  /** The key has no lease any more; a lease of one key goes with it. */
  public void detach(byte[] key) {
    Long id = leaseOf.remove(key);
    if (id == null) {
      return;
    }
    changedKeys.add(key);
    TreeSet<byte[]> keys = keysOf.get(id);
    if (keys != null) {
      keys.remove(key);
      if (keys.isEmpty()) {
        keysOf.remove(id);
      }
    }
    if (!keysOf.containsKey(id) && find(id).filter(Lease::isOfOneKey).isPresent()) {
      remove(id);
    }
  }

  /** What has changed since the last call: each id, and each key with its lease, null for none. */
  void takeChanges(Consumer<Long> leases, KeyChange keys) {
    changedLeases.forEach(leases);
    changedKeys.forEach(key -> keys.accept(key, leaseOf.get(key)));
    changedLeases.clear();
    changedKeys.clear();
  }

  /** Takes a key that has changed. */
  @FunctionalInterface
  interface KeyChange {
    /** Its lease now; null for none. */
    void accept(byte[] key, @Nullable Long lease);
  }

  /** Copies references to what does not change. */
  public Image image() {
    List<LeasedKey> keys = new ArrayList<>(leaseOf.size());
    leaseOf.forEach((key, id) -> keys.add(new LeasedKey(key, id)));
    return new Image(List.copyOf(byId.values()), keys);
  }
}
