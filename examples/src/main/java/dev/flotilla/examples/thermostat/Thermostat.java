package dev.flotilla.examples.thermostat;

import dev.flotilla.FlotillaClient;
import dev.flotilla.FlotillaServer;
import dev.flotilla.Group;
import dev.flotilla.OutcomeUnknown;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** One thermostat: a server of the group, and a client for its buttons. */
public final class Thermostat implements Closeable {
  private final FlotillaServer server;
  private final FlotillaClient<Order, Climate> buttons;

  /**
   * Switches a thermostat on.
   *
   * @param hall the group's name
   * @param thermostats how many found the group
   * @param data where this one keeps its log
   * @param networkInterface where the others are; null for this machine
   * @param keys the key directory of this device; null on this machine
   */
  public Thermostat(
      String hall,
      int thermostats,
      Path data,
      @Nullable String networkInterface,
      @Nullable Path keys)
      throws IOException {
    Group<Order, Climate> group = Group.named(hall, Order.class, Climate.class);
    var device = group.server(new HallState()).expect(thermostats).directory(data);
    var dial = group.client();
    if (networkInterface != null) {
      device.networkInterface(networkInterface);
      dial.networkInterface(networkInterface);
    }
    if (keys != null) {
      device.keys(keys);
      dial.keys(keys);
    }
    server = device.start();
    try {
      buttons = dial.connect();
    } catch (IOException | RuntimeException e) {
      server.close();
      throw e;
    }
  }

  /** Ends when the thermostats know each other, or with the reason why they never will. */
  public CompletableFuture<String> joined() {
    return server.founded();
  }

  /** Its server. */
  public FlotillaServer server() {
    return server;
  }

  /** Somebody turns the dial. */
  public Climate turn(double byCelsius) {
    Order order = new Order.Adjust(byCelsius);
    try {
      return buttons.execute(order);
    } catch (OutcomeUnknown unknown) {
      // What was turned once must not turn twice, so ask again under the same uid.
      return buttons.executeAgain(order, unknown.uid());
    }
  }

  /** The sensor has measured. */
  public Climate measured(String room, double celsius) {
    return buttons.execute(new Order.Report(room, celsius));
  }

  /** What the display shows. */
  public Climate display() {
    return buttons.execute(new Order.Look());
  }

  @Override
  public void close() {
    buttons.close();
    server.close();
  }
}
