package dev.flotilla.node.statemachine;

/**
 * How much work questions may still cause before committed commands have their turn. A unit is a
 * search in a database, a record that is read, or {@value #BYTES_PER_UNIT} bytes of an answer.
 *
 * <p>Used by one thread.
 */
public final class WorkBudget {
  private static final long BYTES_PER_UNIT = 4_096;

  private long spentUnits;
  private final long units;

  /** A budget of at least one unit. */
  public WorkBudget(long units) {
    if (units < 1) {
      throw new IllegalArgumentException("a budget has at least 1 unit, not " + units);
    }
    this.units = units;
  }

  /** Takes units off, also more than are left. */
  public void spend(long spent) {
    spentUnits += spent;
  }

  /** Takes off what bytes of an answer cost. */
  public void spendBytes(long bytes) {
    spend(bytes / BYTES_PER_UNIT);
  }

  /** Whether nothing is left. */
  public boolean isSpent() {
    return spentUnits >= units;
  }

  /** What is left; at least 0. */
  public long leftUnits() {
    return Math.max(0, units - spentUnits);
  }

  /** What was taken off, which may be more than there was. */
  public long spentUnits() {
    return spentUnits;
  }
}
