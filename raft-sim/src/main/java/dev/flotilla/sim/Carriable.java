package dev.flotilla.sim;

import dev.flotilla.dpws.xml.XmlText;
import dev.flotilla.raft.message.AppendEntries;
import dev.flotilla.raft.message.Message;
import dev.flotilla.raft.model.Command;
import dev.flotilla.raft.model.Entry;

/** What is accepted can be sent: no log holds what XML cannot carry. */
final class Carriable {
  private Carriable() {}

  static boolean is(Command command) {
    return XmlText.isCarriable(command.uid()) && XmlText.isCarriable(command.command());
  }

  static void check(Message message) {
    if (message instanceof AppendEntries append) {
      for (Entry entry : append.entries()) {
        if (entry.payload() instanceof Command command && !is(command)) {
          throw new Violation("what-is-in-the-log-can-be-sent", "an entry holds " + command);
        }
      }
    }
  }
}
