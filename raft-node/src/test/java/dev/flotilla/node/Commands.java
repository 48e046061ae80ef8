package dev.flotilla.node;

import dev.flotilla.raft.model.Bytes;
import dev.flotilla.raft.model.Command;

/** Commands by name. */
final class Commands {
  private Commands() {}

  static Command command(String uid) {
    return command(uid, "set " + uid);
  }

  static Command command(String uid, String text) {
    return new Command(uid, text, Bytes.utf8("p"));
  }
}
