package dev.flotilla.systemtests;

import com.google.gson.stream.JsonWriter;
import java.io.IOException;
import java.util.List;

/**
 * A whole list, the result of every command: what is lost, doubled, invented or out of order shows
 * in the next result.
 */
public record ListContents(List<Long> values) implements Told {
  public ListContents {
    values = List.copyOf(values);
  }

  @Override
  public void writeTo(JsonWriter json) throws IOException {
    json.name("result").beginArray();
    for (long value : values) {
      json.value(value);
    }
    json.endArray();
  }
}
