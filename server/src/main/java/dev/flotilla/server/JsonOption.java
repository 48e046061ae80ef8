package dev.flotilla.server;

import dev.flotilla.server.json.Json;
import java.io.PrintWriter;
import picocli.CommandLine.Option;

/** Whether a command prints JSON; the only way in which one does. */
final class JsonOption {
  @Option(
      names = "--json",
      description = "Prints JSON instead of text: one document, or one on each line of a list.")
  private boolean json;

  boolean isOn() {
    return json;
  }

  /**
   * Prints a document if JSON is wanted, and nothing otherwise.
   *
   * @return whether it did
   */
  boolean print(PrintWriter out, Record document) {
    if (json) {
      out.println(Json.line(document));
      out.flush();
    }
    return json;
  }
}
