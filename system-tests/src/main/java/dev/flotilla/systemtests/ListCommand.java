package dev.flotilla.systemtests;

import com.google.gson.stream.JsonWriter;
import dev.flotilla.Query;
import java.io.IOException;

/** What clients ask of the lists. Values are unique in a history, so that each can be traced. */
public sealed interface ListCommand extends Told {
  /** The name of the list. */
  String key();

  /** Adds a value at the end. */
  record Append(String key, long value) implements ListCommand {
    @Override
    public void writeTo(JsonWriter json) throws IOException {
      json.name("key").value(key).name("op").value("append").name("value").value(value);
    }
  }

  /** Adds a value at the end of a list that has so many; rejected otherwise. */
  record AppendAt(String key, int length, long value) implements ListCommand {
    @Override
    public void writeTo(JsonWriter json) throws IOException {
      json.name("key").value(key).name("op").value("append-at").name("value").value(value);
      json.name("expect").value(length);
    }
  }

  /** Reads a list. */
  record Get(String key) implements ListCommand, Query {
    @Override
    public void writeTo(JsonWriter json) throws IOException {
      json.name("key").value(key).name("op").value("get");
    }
  }
}
