package dev.flotilla;

/** A state for tests: it adds up. */
final class Counter implements ReplicatedState<Counter.Add, Counter.Total> {
  private int total;

  /** A command. */
  record Add(int count) {}

  /** Its result. */
  record Total(int now) {}

  @Override
  public Total apply(Add order, CommandContext context) {
    total += order.count();
    return new Total(total);
  }
}
