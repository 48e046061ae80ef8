package dev.flotilla.examples.thermostat;

import dev.flotilla.FlotillaClient;
import dev.flotilla.FlotillaServer;
import dev.flotilla.Group;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;

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
   */
  public Thermostat(String hall, int thermostats, Path data) throws IOException {
    Group<Order, Climate> group = Group.named(hall, Order.class, Climate.class);
    server = group.server(new HallState()).expect(thermostats).directory(data).start();
    buttons = group.client().connect();
  }

  /** Somebody turns the dial. */
  public Climate turn(double byCelsius) {
    return buttons.execute(new Order.Adjust(byCelsius));
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
