package dev.flotilla.systemtests.recipes;

import com.google.gson.stream.JsonWriter;
import dev.flotilla.raft.model.Bytes;
import dev.flotilla.systemtests.Told;
import java.io.IOException;

/**
 * One thing that a client asks of a map, as the model {@code map} of histories has it.
 *
 * @param pair the name of two keys, which are {@code NAME/a} and {@code NAME/b}
 * @param op its name in the history
 * @param value what it writes, as the model has it; empty of a read
 * @param command the command of the store
 * @param parameters its parameters
 * @param isLeased whether what it writes ends with a lease
 */
record MapStep(
    String pair, String op, String value, String command, Bytes parameters, boolean isLeased)
    implements Told {
  /** Sets one of the two. */
  static MapStep put(String pair, String field, String value) {
    return new MapStep(
        pair, "put", field + ":" + value, "put", text(key(pair, field), value), false);
  }

  /** Likewise, for a time. */
  static MapStep putFor(String pair, String field, String value, long historyMillis) {
    return new MapStep(
        pair,
        "put",
        field + ":" + value,
        "put-for",
        text(key(pair, field), value, Long.toString(historyMillis)),
        true);
  }

  /** Reads both in one transaction. */
  static MapStep read(String pair) {
    String lines = "then\tget\t" + key(pair, "a") + "\nthen\tget\t" + key(pair, "b");
    return new MapStep(pair, "read", "", "transaction", Bytes.utf8(lines), false);
  }

  /** Removes one and sets the other, if the first has the expected value. */
  static MapStep move(String pair, String from, String expected, String value, boolean isChecked) {
    String to = from.equals("a") ? "b" : "a";
    String condition = isChecked ? "if\t" + key(pair, from) + "\t=" + expected + "\n" : "";
    String lines =
        condition
            + "then\tdelete\t"
            + key(pair, from)
            + "\nthen\tput\t"
            + key(pair, to)
            + "\t"
            + value;
    String move = from + ":" + expected + ":" + value;
    return new MapStep(pair, "move", move, "transaction", Bytes.utf8(lines), false);
  }

  /** The end of the lease of what was put. */
  MapStep ended() {
    return new MapStep(pair, "expire", value, command, parameters, false);
  }

  private static String key(String pair, String field) {
    return pair + "/" + field;
  }

  private static Bytes text(String... fields) {
    return Bytes.utf8(String.join("\t", fields));
  }

  @Override
  public void writeTo(JsonWriter json) throws IOException {
    json.name("key").value(pair).name("op").value(op);
    if (!value.isEmpty()) {
      json.name("value").value(value);
    }
  }
}
