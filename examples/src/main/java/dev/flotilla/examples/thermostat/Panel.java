package dev.flotilla.examples.thermostat;

import dev.flotilla.FlotillaException;
import dev.flotilla.OutcomeUnknown;
import dev.flotilla.examples.LineDialogue;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletionException;

/**
 * The front of one thermostat, on a terminal: a line in, a line out. The program of this example.
 *
 * <p>Thread: the caller's, which waits for the group.
 */
public final class Panel {
  private static final int THERMOSTATS = 3;
  private static final String USAGE = "usage: flotilla thermostat HALL DIRECTORY [INTERFACE KEYS]";
  private static final String ORDERS = "look | turn DEGREES | room NAME DEGREES | off";

  private final Thermostat thermostat;

  Panel(Thermostat thermostat) {
    this.thermostat = thermostat;
  }

  /**
   * Runs one of three thermostats until it is told {@code off}, or its input ends.
   *
   * @param args the hall's name and this thermostat's own directory; and unless the others are on
   *     this machine, the network interface to them and the key directory of this device
   */
  public static void main(String[] args) {
    if (args.length != 2 && args.length != 4) {
      System.err.println(USAGE);
      System.exit(2);
    }
    String networkInterface = args.length == 4 ? args[2] : null;
    Path keys = args.length == 4 ? Path.of(args[3]) : null;
    Path data = Path.of(args[1]);
    try (Thermostat thermostat =
        new Thermostat(args[0], THERMOSTATS, data, networkInterface, keys)) {
      System.out.printf("waiting until %s thermostats know each other ...%n", THERMOSTATS);
      thermostat.joined().join();
      System.out.println(ORDERS);
      LineDialogue.run(new Panel(thermostat)::answer);
    } catch (IOException | CompletionException e) {
      System.err.println(e.getMessage());
      System.exit(1);
    }
  }

  /** What the display says to one line of input; blocks until the group has answered. */
  String answer(String line) {
    List<String> words = List.of(line.strip().split("\\s+", -1));
    try {
      return switch (words.get(0) + " " + words.size()) {
        case "look 1" -> shown(thermostat.display());
        case "turn 2" -> shown(thermostat.turn(Double.parseDouble(words.get(1))));
        case "room 3" -> shown(thermostat.measured(words.get(1), Double.parseDouble(words.get(2))));
        default -> ORDERS;
      };
    } catch (NumberFormatException e) {
      return "not a number of degrees: " + line;
    } catch (OutcomeUnknown e) {
      return "perhaps: " + e.getMessage();
    } catch (IllegalArgumentException | FlotillaException e) {
      return "no: " + e.getMessage();
    }
  }

  private static String shown(Climate climate) {
    return "target " + climate.targetCelsius() + " C, rooms " + climate.roomsCelsius();
  }
}
