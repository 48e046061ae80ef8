package dev.flotilla.systemtests;

import com.google.gson.stream.JsonWriter;
import java.io.IOException;

/**
 * What a line of a history says about a command or its answer, in the format of
 * docs/reference/history-format.md.
 */
public interface Told {
  /** Writes members of the line's object. */
  void writeTo(JsonWriter json) throws IOException;
}
