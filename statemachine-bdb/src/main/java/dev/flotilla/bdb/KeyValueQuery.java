package dev.flotilla.bdb;

import dev.flotilla.bdb.pairs.KeyValueDatabase;
import dev.flotilla.bdb.pairs.LeaseTable;
import dev.flotilla.bdb.pairs.PairWalk;
import dev.flotilla.node.statemachine.Result;
import dev.flotilla.node.statemachine.WorkBudget;
import dev.flotilla.raft.model.Bytes;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** Answers the queries of a {@link KeyValueStore}; {@link KeyValueText} says what they are. */
final class KeyValueQuery {
  static final String GET = "get";
  static final String LIST = "list";
  static final String COUNT = "count";
  static final String READ = "read";
  static final String PAIRS = "pairs";

  private KeyValueQuery() {}

  static Result answer(KeyValueDatabase database, Bytes question, WorkBudget budget) {
    budget.spend(1);
    try {
      String answer = answer(database, Fields.split(question), budget);
      budget.spendBytes(answer.length());
      return Result.ok(Bytes.utf8(answer));
    } catch (Refusal e) {
      return e.result();
    }
  }

  private static String answer(KeyValueDatabase database, List<String> fields, WorkBudget budget) {
    return switch (fields.get(0)) {
      case GET -> {
        Fields.require(fields, 2, "ask get TAB KEY");
        yield Fields.optional(database.get(Fields.key(fields.get(1))));
      }
      case LIST -> {
        Fields.require(fields, 4, "ask list TAB FROM TAB TO TAB LIMIT");
        yield list(
            database,
            Fields.bound(fields.get(1)),
            Fields.bound(fields.get(2)),
            limit(fields.get(3)),
            budget);
      }
      case READ -> {
        Fields.require(fields, 2, "ask read TAB KEY");
        yield read(database, Fields.key(fields.get(1)));
      }
      case PAIRS -> {
        Fields.require(fields, 4, "ask pairs TAB FROM TAB TO TAB LIMIT");
        yield end(database.leases().first())
            + "\n"
            + list(
                database,
                Fields.bound(fields.get(1)),
                Fields.bound(fields.get(2)),
                limit(fields.get(3)),
                budget);
      }
      case COUNT -> {
        Fields.require(fields, 1, "ask count");
        yield Long.toString(database.count());
      }
      default ->
          throw new Refusal(
              KeyValueError.UNKNOWN_COMMAND,
              "a key-value store answers: get, list, count, read, pairs");
    };
  }

  private static String read(KeyValueDatabase database, byte[] key) {
    String value = Fields.optional(database.get(key));
    Optional<LeaseTable.Lease> lease = database.leases().of(key);
    return lease.isEmpty() ? value : Fields.line(value, end(lease));
  }

  private static String end(Optional<LeaseTable.Lease> lease) {
    return lease.map(it -> Long.toString(it.expiresMillis())).orElse(Fields.ABSENT);
  }

  private static long limit(String field) {
    long limit = Fields.number(field);
    if (limit < 1) {
      throw Fields.wrong("a list has at least one pair, not " + limit);
    }
    return Math.min(limit, KeyValueStore.MAX_LISTED_PAIRS);
  }

  private static String list(
      KeyValueDatabase database, byte[] from, byte[] to, long limit, WorkBudget budget) {
    StringBuilder answer = new StringBuilder();
    long bytes = 0;
    long pairs = 0;
    try (PairWalk walk = database.walkFrom(from)) {
      for (byte[] key = walk.key(); key != null; key = walk.key()) {
        if (to.length > 0 && Arrays.compareUnsigned(key, to) >= 0) {
          break;
        }
        bytes += key.length + walk.value().length;
        if (pairs == limit || bytes > KeyValueStore.MAX_LISTED_BYTES) {
          return answer.append(Fields.escaped(key)).append('\n').toString();
        }
        answer.append(Fields.line(Fields.escaped(key), Fields.escaped(walk.value()))).append('\n');
        pairs++;
        budget.spend(1);
        walk.next();
      }
    }
    return answer.toString();
  }
}
