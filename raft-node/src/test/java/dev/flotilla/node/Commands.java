package dev.flotilla.node;

import dev.flotilla.raft.model.Bytes;
import dev.flotilla.raft.model.Command;

/** Commands by name. */
public final class Commands {
  private Commands() {}

  public static Command command(String uid) {
    return command(uid, "set " + uid);
  }

  public static Command command(String uid, String text) {
    return new Command(uid, text, Bytes.utf8("p"));
  }
}
