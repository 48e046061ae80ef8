package dev.flotilla.systemtests.faults;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import java.util.ArrayList;
import java.util.List;

/** What would stand in a history if a server had done wrong; the checker must refuse each. */
enum Tampering {
  /** An addition is acknowledged of which no later sum knows. */
  LOST {
    @Override
    void tamper(JsonObject addition, List<String> lines, int place) {
      long end = addition.get("return").getAsLong();
      JsonObject lost = addition.deepCopy();
      lost.addProperty("client", Integer.MAX_VALUE);
      lost.addProperty("value", "1");
      lost.addProperty("call", end);
      lost.addProperty("return", end + 1);
      lost.remove("result");
      lines.add(place + 1, lost.toString());
    }
  },
  /** An addition of half as much, whose client was told the sum after its first execution. */
  DOUBLED {
    @Override
    void tamper(JsonObject addition, List<String> lines, int place) {
      long half = addition.get("value").getAsLong() / 2;
      addition.addProperty("value", Long.toString(half));
      addition.addProperty("result", Long.toString(addition.get("result").getAsLong() - half));
      lines.set(place, addition.toString());
    }
  };

  abstract void tamper(JsonObject addition, List<String> lines, int place);

  /**
   * The same history, but for one addition in its middle.
   *
   * @throws IllegalArgumentException if there is none that is done and has a result
   */
  List<String> of(List<String> history) {
    List<String> lines = new ArrayList<>(history);
    for (int place = lines.size() / 2; place < lines.size(); place++) {
      JsonObject line = JsonParser.parseString(lines.get(place)).getAsJsonObject();
      if (line.has("op") && line.get("op").getAsString().equals("add") && line.has("result")) {
        tamper(line, lines, place);
        return lines;
      }
    }
    throw new IllegalArgumentException("no addition in the second half of the history");
  }
}
