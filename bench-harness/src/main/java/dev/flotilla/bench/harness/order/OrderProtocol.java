package dev.flotilla.bench.harness.order;

import dev.flotilla.order.live.ProtocolKind;
import java.util.List;
import java.util.Locale;

/** The protocols that are compared; Raft counts twice. */
enum OrderProtocol {
  SEQUENCER(ProtocolKind.SEQUENCER, 0),
  SKEEN(ProtocolKind.SKEEN, 1),
  CHANDRA_TOUEG(ProtocolKind.CHANDRA_TOUEG, 2),
  /** With its log in memory. */
  RAFT(ProtocolKind.RAFT, 3),
  /** Forces each entry to disk before it is acknowledged. */
  RAFT_FORCED(ProtocolKind.RAFT, 3);

  /** Those without files. */
  static final List<OrderProtocol> IN_MEMORY = List.of(SEQUENCER, SKEEN, CHANDRA_TOUEG, RAFT);

  private final ProtocolKind kind;
  private final int color;

  OrderProtocol(ProtocolKind kind, int color) {
    this.kind = kind;
    this.color = color;
  }

  /** What a process runs. */
  ProtocolKind kind() {
    return kind;
  }

  /** The number of its colour in charts. */
  int color() {
    return color;
  }

  /** Whether its processes need a directory for a journal. */
  boolean isForced() {
    return this == RAFT_FORCED;
  }

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
