package dev.flotilla.bdb;

import dev.flotilla.bdb.pairs.LeaseTable.Lease;
import dev.flotilla.node.statemachine.CommittedCommand;
import dev.flotilla.raft.model.Bytes;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Executes the commands of version 2 of a {@link KeyValueStore}: leases and transactions. */
final class LeaseExecution {
  static final String GRANT = "grant-lease";
  static final String KEEP = "keep-lease";
  static final String END = "end-lease";
  static final String END_ALL = "end-leases";
  static final String PUT_WITH = "put-with-lease";
  static final String PUT_FOR = "put-for";
  static final String TRANSACTION = "transaction";

  private static final Set<String> ALL =
      Set.of(GRANT, KEEP, END, END_ALL, PUT_WITH, PUT_FOR, TRANSACTION);

  private LeaseExecution() {}

  /** Whether a command is of version 2. */
  static boolean isLater(String command) {
    return ALL.contains(command);
  }

  static String answer(CommittedCommand committed, LivePairs pairs) {
    Bytes parameters = committed.command().parameters();
    long index = committed.position().index();
    return switch (committed.command().command()) {
      case GRANT -> grant(index, time(fields(parameters, "TTL", 1).get(0)), pairs);
      case KEEP -> keep(lease(fields(parameters, "LEASE", 1).get(0), pairs), pairs);
      case END -> end(lease(fields(parameters, "LEASE", 1).get(0), pairs), pairs);
      case END_ALL -> endAll(pairs);
      case PUT_WITH -> putWith(fields(parameters, "KEY TAB VALUE TAB LEASE", 3), pairs);
      case PUT_FOR -> putFor(index, fields(parameters, "KEY TAB VALUE TAB TTL", 3), pairs);
      case TRANSACTION -> TransactionExecution.answer(parameters, pairs);
      default ->
          throw new Refusal(
              KeyValueError.UNKNOWN_COMMAND,
              "a key-value store executes: put, delete, compare-and-set, add, put-for,"
                  + " put-with-lease, grant-lease, keep-lease, end-lease, end-leases, transaction");
    };
  }

  private static List<String> fields(Bytes parameters, String form, int count) {
    List<String> fields = Fields.split(parameters);
    Fields.require(fields, count, "this command takes " + form);
    return fields;
  }

  private static long time(String field) {
    long millis = Fields.number(field);
    if (millis < 1 || millis > KeyValueStore.MAX_TTL_MILLIS) {
      throw Fields.wrong(
          "a lease lasts 1 to %s ms, not %s".formatted(KeyValueStore.MAX_TTL_MILLIS, millis));
    }
    return millis;
  }

  private static Lease lease(String field, LivePairs pairs) {
    long id = Fields.number(field);
    Optional<Lease> lease = pairs.leases().find(id).filter(it -> !pairs.isOver(it));
    return lease.orElseThrow(
        () -> new Refusal(KeyValueError.NO_LEASE, "lease " + id + " has ended; grant another"));
  }

  private static String grant(long index, long ttlMillis, LivePairs pairs) {
    requireRoom(pairs.leases().size(), "leases");
    pairs.leases().put(new Lease(index, ttlMillis, pairs.timeMillis() + ttlMillis, false));
    return Long.toString(index);
  }

  private static void requireRoom(int taken, String what) {
    if (taken >= KeyValueStore.MAX_LEASES) {
      throw new Refusal(
          KeyValueError.TOO_MANY_LEASES,
          "there are %s %s, the most there may be; end some, or send end-leases"
              .formatted(KeyValueStore.MAX_LEASES, what));
    }
  }

  private static String keep(Lease lease, LivePairs pairs) {
    long expiresMillis = Math.max(lease.expiresMillis(), pairs.timeMillis() + lease.ttlMillis());
    pairs.leases().put(new Lease(lease.id(), lease.ttlMillis(), expiresMillis, lease.isOfOneKey()));
    return Long.toString(lease.ttlMillis());
  }

  /** Removes the keys of one lease, as many as one command may; with the last the lease goes. */
  private static String end(Lease lease, LivePairs pairs) {
    StringBuilder answer = new StringBuilder();
    removeKeys(lease, pairs, KeyValueStore.MAX_ENDED_KEYS, answer);
    return answer.toString();
  }

  private static String endAll(LivePairs pairs) {
    StringBuilder keys = new StringBuilder();
    int left = KeyValueStore.MAX_ENDED_KEYS;
    Optional<Lease> first = pairs.leases().first();
    while (left > 0 && first.filter(pairs::isOver).isPresent()) {
      // A lease without keys counts, too: a command is bounded.
      left -= Math.max(1, removeKeys(first.get(), pairs, left, keys));
      first = pairs.leases().first();
    }
    String next = first.map(it -> Long.toString(it.expiresMillis())).orElse(Fields.ABSENT);
    return Fields.line(Long.toString(pairs.timeMillis()), next) + "\n" + keys;
  }

  private static int removeKeys(Lease lease, LivePairs pairs, int atMost, StringBuilder told) {
    List<byte[]> keys = pairs.leases().keysOf(lease.id());
    int count = Math.min(atMost, keys.size());
    for (byte[] key : keys.subList(0, count)) {
      pairs.set(key, null);
      told.append(Fields.escaped(key)).append('\n');
    }
    if (count == keys.size()) {
      pairs.leases().remove(lease.id());
    }
    return count;
  }

  private static String putWith(List<String> fields, LivePairs pairs) {
    byte[] key = Fields.key(fields.get(0));
    byte[] value = Fields.value(fields.get(1));
    Lease lease = lease(fields.get(2), pairs);
    requireRoom(pairs.leases().keys(), "leased keys");
    return put(key, value, lease, pairs);
  }

  private static String putFor(long index, List<String> fields, LivePairs pairs) {
    byte[] key = Fields.key(fields.get(0));
    byte[] value = Fields.value(fields.get(1));
    long ttlMillis = time(fields.get(2));
    requireRoom(Math.max(pairs.leases().keys(), pairs.leases().size()), "leases or leased keys");
    return put(
        key, value, new Lease(index, ttlMillis, pairs.timeMillis() + ttlMillis, true), pairs);
  }

  private static String put(byte[] key, byte[] value, Lease lease, LivePairs pairs) {
    byte[] before = pairs.get(key);
    pairs.set(key, value);
    pairs.leases().put(lease);
    pairs.leases().attach(key, lease.id());
    return Fields.told(before);
  }
}
