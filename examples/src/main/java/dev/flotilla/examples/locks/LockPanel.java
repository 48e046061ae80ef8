package dev.flotilla.examples.locks;

import dev.flotilla.FlotillaException;
import dev.flotilla.FlotillaServer;
import dev.flotilla.examples.LineDialogue;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionException;

/**
 * One of three servers of locks with a client on a terminal: a line in, a line out. The program of
 * this example.
 *
 * <p>Thread: the caller's, which waits for the group.
 */
public final class LockPanel {
  private static final int SERVERS = 3;
  private static final String USAGE = "usage: flotilla locks GROUP DIRECTORY [INTERFACE KEYS]";
  private static final String ORDERS =
      "exclusive LOCK SECONDS | shared LOCK SECONDS | renew LOCK SECONDS | release LOCK"
          + " | look LOCK | off";

  private final LockClient client;

  LockPanel(LockClient client) {
    this.client = client;
  }

  /**
   * Runs one of three servers until it reads {@code off}, or its input ends.
   *
   * @param args the group's name and this server's own directory; and unless the others are on this
   *     machine, the network interface to them and the key directory of this device
   */
  public static void main(String[] args) {
    if (args.length != 2 && args.length != 4) {
      System.err.println(USAGE);
      System.exit(2);
    }
    String networkInterface = args.length == 4 ? args[2] : null;
    Path keys = args.length == 4 ? Path.of(args[3]) : null;
    var builder =
        LockTable.group(args[0])
            .server(new LockTable())
            .expect(SERVERS)
            .directory(Path.of(args[1]));
    if (networkInterface != null && keys != null) {
      builder.networkInterface(networkInterface).keys(keys);
    }
    try (FlotillaServer server = builder.start();
        LockClient client = LockClient.connect(args[0], networkInterface, keys)) {
      System.out.printf("waiting until %s servers know each other ...%n", SERVERS);
      server.founded().join();
      System.out.println(ORDERS);
      LineDialogue.run(new LockPanel(client)::answer);
    } catch (IOException | CompletionException e) {
      System.err.println(e.getMessage());
      System.exit(1);
    }
  }

  /** What the group says to one line of input. */
  String answer(String line) {
    List<String> words = List.of(line.strip().split("\\s+", -1));
    try {
      return switch (words.get(0) + " " + words.size()) {
        case "exclusive 3" -> shown(client.exclusive(number(words, 1), number(words, 2)));
        case "shared 3" -> shown(client.shared(number(words, 1), number(words, 2)));
        case "renew 3" -> shown(client.renew(number(words, 1), number(words, 2)));
        case "release 2" -> client.release(number(words, 1)) ? "released" : "not held";
        case "look 2" -> shown(client.look(number(words, 1)));
        default -> ORDERS;
      };
    } catch (NumberFormatException e) {
      return "not a number: " + line;
    } catch (IllegalArgumentException | FlotillaException e) {
      return "no: " + e.getMessage();
    }
  }

  private static int number(List<String> words, int at) {
    return Integer.parseInt(words.get(at));
  }

  private static String shown(Optional<LockAnswer> lease) {
    return lease.map(LockPanel::shown).orElse("not granted");
  }

  private static String shown(LockAnswer lease) {
    return lease.holders() == 0
        ? "free"
        : "token %s until log time %s ms, holders: %s"
            .formatted(lease.token(), lease.expiresMillis(), lease.holders());
  }
}
