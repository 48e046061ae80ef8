package dev.flotilla.systemtests;

import dev.flotilla.FlotillaServer;
import dev.flotilla.ServerBuilder;
import dev.flotilla.ServerStartException;
import dev.flotilla.bdb.BdbSettings;
import dev.flotilla.bdb.Journal;
import java.io.IOException;
import java.nio.file.Path;

/**
 * One of three servers whose disk is filled, in a process of its own; asked as {@link ListServer}
 * is. It ends with its input.
 */
final class FilledServer {
  /** What the server does with commands. */
  enum Machine {
    /** Remembers their numbers, so that nothing but the log takes room. */
    NUMBERS,
    /** Keeps them in Berkeley DB. */
    JOURNAL,
    /** The same, and never says that there is no room: the control. */
    HEEDLESS
  }

  private FilledServer() {}

  /** Takes the machine, the group's name and the data directory. */
  public static void main(String[] arguments) throws IOException, ServerStartException {
    Numbers numbers = new Numbers();
    ServerBuilder builder =
        switch (Machine.valueOf(arguments[0])) {
          case NUMBERS -> Numbers.group(arguments[1]).server(numbers);
          case JOURNAL -> FlotillaServer.builder(new Journal()).group(arguments[1]);
          case HEEDLESS ->
              FlotillaServer.builder(new Journal(BdbSettings.DEFAULT.withFreeDiskBytes(0)))
                  .group(arguments[1]);
        };
    builder.expect(FillingRun.SERVERS).refuseDamage().directory(Path.of(arguments[2]));
    try (FlotillaServer server = builder.start()) {
      Questions.answer(
          question -> question.startsWith(ServerUnderTest.READ) ? numbers.text() : server.role());
    }
  }
}
