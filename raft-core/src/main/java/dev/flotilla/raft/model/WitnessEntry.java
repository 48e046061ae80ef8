package dev.flotilla.raft.model;

import java.util.List;

/**
 * Takes the place of a command in the log of a witness: the entry counts for votes and
 * acknowledgements by its index and term, and there is nothing to apply.
 */
public record WitnessEntry() implements Payload {
  /** The only value needed. */
  public static final WitnessEntry INSTANCE = new WitnessEntry();

  private static final int SIZE_BYTES = 16;

  @Override
  public int sizeBytes() {
    return SIZE_BYTES;
  }

  /**
   * What a witness gets of these entries: all but what clients ask for. It needs no sessions, which
   * it decides nothing by, but must know the version in force.
   */
  public static List<Entry> from(List<Entry> entries) {
    return entries.stream().map(WitnessEntry::from).toList();
  }

  private static Entry from(Entry entry) {
    return entry.payload() instanceof ClientPayload
        ? new Entry(entry.position(), entry.timeMillis(), INSTANCE)
        : entry;
  }
}
