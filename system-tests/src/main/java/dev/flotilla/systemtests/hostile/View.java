package dev.flotilla.systemtests.hostile;

import java.io.IOException;

/**
 * What a server says of itself.
 *
 * @param group the id of its group; empty as long as it has none
 */
record View(
    String group,
    String id,
    String incarnation,
    String role,
    long term,
    long commitIndex,
    long lastIndex) {

  /**
   * Asks it.
   *
   * @throws IOException if it does not answer
   */
  static View of(RawHttp http, Target target) throws IOException {
    RawHttp.Answer answer = http.post(target, Soap.status(target));
    if (answer.status() != 200) {
      throw new IOException("Status of " + target.url() + ": " + answer.summary());
    }
    String text = answer.text();
    return new View(
        Soap.field("group", text).orElse(""),
        require("id", text),
        require("incarnation", text),
        require("role", text),
        Long.parseLong(require("term", text)),
        Long.parseLong(require("commitIndex", text)),
        Long.parseLong(require("lastIndex", text)));
  }

  boolean isLeading() {
    return role.equals("leader");
  }

  private static String require(String name, String text) throws IOException {
    return Soap.field(name, text).orElseThrow(() -> new IOException("no " + name + " in " + text));
  }
}
