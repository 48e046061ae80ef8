package dev.flotilla.examples.thermostat;

import dev.flotilla.CommandContext;
import dev.flotilla.Rejected;
import dev.flotilla.RestorableState;
import dev.flotilla.StateImage;
import dev.flotilla.codec.CodecException;
import dev.flotilla.codec.RecordCodec;
import dev.flotilla.codec.ValueCodec;
import java.io.IOException;
import java.io.InputStream;
import java.util.SortedMap;
import java.util.TreeMap;

/** The replicated state: every thermostat applies the same orders in the same order. */
public final class HallState implements RestorableState<Order, Climate> {
  /** The most rooms: anybody can report from one, and all must fit into an image. */
  static final int MAX_ROOMS = 100;

  /** The longest name of a room. */
  static final int MAX_NAME_CHARS = 64;

  private static final double MIN_CELSIUS = 5;
  private static final double MAX_CELSIUS = 30;
  private static final ValueCodec<Climate> IMAGE = RecordCodec.forValues(Climate.class);

  private final SortedMap<String, Double> rooms = new TreeMap<>();
  private double target = 19;

  @Override
  public Climate apply(Order order, CommandContext context) throws Rejected {
    if (order instanceof Order.SetTarget set) {
      target = checked(set.celsius());
    } else if (order instanceof Order.Adjust adjust) {
      target = checked(target + adjust.byCelsius());
    } else if (order instanceof Order.Report report) {
      rooms.put(checked(report.room()), report.celsius());
    }
    return now();
  }

  @Override
  public Climate answer(Order query) {
    return now();
  }

  @Override
  public StateImage image() {
    Climate held = now();
    return file -> IMAGE.writeTo(file, held);
  }

  @Override
  public void restore(InputStream source) throws IOException, CodecException {
    Climate held = IMAGE.readFrom(source);
    target = held.targetCelsius();
    rooms.clear();
    rooms.putAll(held.roomsCelsius());
  }

  private Climate now() {
    return new Climate(target, rooms);
  }

  private static double checked(double celsius) throws Rejected {
    if (celsius < MIN_CELSIUS || celsius > MAX_CELSIUS) {
      throw new Rejected(celsius + " C is not between " + MIN_CELSIUS + " and " + MAX_CELSIUS);
    }
    return celsius;
  }

  private String checked(String room) throws Rejected {
    if (room.length() > MAX_NAME_CHARS) {
      throw new Rejected("a room's name has at most " + MAX_NAME_CHARS + " characters");
    }
    if (rooms.size() >= MAX_ROOMS && !rooms.containsKey(room)) {
      throw new Rejected("the hall has " + MAX_ROOMS + " rooms already");
    }
    return room;
  }
}
