package dev.flotilla.examples.locks;

import dev.flotilla.FlotillaException;
import dev.flotilla.FlotillaServer;
import dev.flotilla.examples.LineDialogue;
import dev.flotilla.recipes.Hold;
import dev.flotilla.recipes.Recipes;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
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
  private static final String ORDERS = "take LOCK | look LOCK | release LOCK | off";

  private final Recipes recipes;
  private final Map<String, Hold> held = new HashMap<>();

  LockPanel(Recipes recipes) {
    this.recipes = recipes;
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
    var builder = Recipes.server(args[0]).expect(SERVERS).directory(Path.of(args[1]));
    var client = Recipes.group(args[0]).client();
    if (args.length == 4) {
      builder.networkInterface(args[2]).keys(Path.of(args[3]));
      client.networkInterface(args[2]).keys(Path.of(args[3]));
    }
    try (FlotillaServer server = builder.start();
        Recipes recipes = Recipes.over(client.connect())) {
      System.out.printf("waiting until %s servers know each other ...%n", SERVERS);
      server.founded().join();
      System.out.println(ORDERS);
      LineDialogue.run(new LockPanel(recipes)::answer);
    } catch (IOException | CompletionException e) {
      System.err.println(e.getMessage());
      System.exit(1);
    }
  }

  /** What the group says to one line of input. */
  String answer(String line) {
    List<String> words = List.of(line.strip().split("\\s+", -1));
    if (words.size() != 2) {
      return ORDERS;
    }
    String name = words.get(1);
    try {
      return switch (words.get(0)) {
        case "take" -> keep(name, recipes.lock(name).tryAcquire());
        case "look" -> look(name);
        case "release" -> release(name);
        default -> ORDERS;
      };
    } catch (FlotillaException e) {
      return "no: " + e.getMessage();
    }
  }

  private String keep(String name, Optional<Hold> got) {
    got.ifPresent(hold -> held.put(name, hold));
    return got.map(hold -> "held, token " + hold.token()).orElse("not granted");
  }

  private String look(String name) {
    Hold hold = held.get(name);
    return hold != null && hold.isHeld() ? "held, token " + hold.token() : "not held here";
  }

  private String release(String name) {
    Hold hold = held.remove(name);
    if (hold == null) {
      return "not held here";
    }
    hold.close();
    return "released";
  }
}
