package dev.flotilla.node;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/** Receives an outcome, and shows whether there was exactly one. */
final class Outcome<T> implements Consumer<T> {
  private final List<T> received = new ArrayList<>();

  @Override
  public void accept(T outcome) {
    received.add(outcome);
  }

  boolean isThere() {
    return !received.isEmpty();
  }

  T get() {
    if (received.size() != 1) {
      throw new AssertionError("expected one outcome, got " + received);
    }
    return received.get(0);
  }
}
