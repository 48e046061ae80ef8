package dev.flotilla.test;

import dev.flotilla.CommandContext;
import dev.flotilla.Group;
import dev.flotilla.Query;
import dev.flotilla.ReplicatedState;

/** Adds numbers. */
final class Counter implements ReplicatedState<Counter.Order, Counter.Total> {
  private int total;

  /** A command. */
  sealed interface Order {
    /** Adds a number. */
    record Add(int number) implements Order {}

    /** Asks for the sum. */
    record Look() implements Order, Query {}
  }

  /** The sum. */
  record Total(int total) {}

  static Group<Order, Total> group(String name) {
    return Group.named(name, Order.class, Total.class);
  }

  @Override
  public Total apply(Order order, CommandContext context) {
    if (order instanceof Order.Add add) {
      total += add.number();
    }
    return new Total(total);
  }

  @Override
  public Total answer(Order query) {
    return new Total(total);
  }
}
