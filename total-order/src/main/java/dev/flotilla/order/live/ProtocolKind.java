package dev.flotilla.order.live;

import dev.flotilla.order.ProcessGroup;
import dev.flotilla.order.protocol.ChandraToueg;
import dev.flotilla.order.protocol.OutsideOrigin;
import dev.flotilla.order.protocol.Protocol;
import dev.flotilla.order.protocol.RaftJournal;
import dev.flotilla.order.protocol.RaftOrder;
import dev.flotilla.order.protocol.Sequencer;
import dev.flotilla.order.protocol.Skeen;
import dev.flotilla.order.protocol.StampingOrigin;
import dev.flotilla.order.protocol.SubmittingOrigin;
import dev.flotilla.raft.options.RaftOptions;
import java.util.Arrays;
import java.util.Locale;
import java.util.random.RandomGenerator;
import java.util.stream.Collectors;

/** The protocols to choose from. */
public enum ProtocolKind {
  /** One process numbers all messages. */
  SEQUENCER,
  /** Lamport's clocks. */
  SKEEN,
  /** Consensus with a rotating coordinator. */
  CHANDRA_TOUEG,
  /** A replicated log. */
  RAFT;

  /**
   * Reads the name of a protocol, such as {@code chandra-toueg}.
   *
   * @throws IllegalArgumentException if there is none of that name
   */
  public static ProtocolKind parse(String text) {
    for (ProtocolKind kind : values()) {
      if (kind.toString().equals(text)) {
        return kind;
      }
    }
    throw new IllegalArgumentException(
        "'%s' is no protocol; use one of %s"
            .formatted(
                text,
                Arrays.stream(values())
                    .map(ProtocolKind::toString)
                    .collect(Collectors.joining(", "))));
  }

  /** The name on a command line. */
  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /** Whether the protocol needs to know which processes are suspected. */
  boolean usesDetector() {
    return this == CHANDRA_TOUEG;
  }

  /**
   * The protocol at one process, at time 0.
   *
   * @param journal for Raft alone
   */
  Protocol create(ProcessGroup group, RandomGenerator random, RaftJournal journal) {
    return switch (this) {
      case SEQUENCER -> new Sequencer(group);
      case SKEEN -> new Skeen(group);
      case CHANDRA_TOUEG -> new ChandraToueg(group);
      case RAFT -> new RaftOrder(group, RaftOptions.DEFAULT, random, 0, journal);
    };
  }

  /**
   * The origin's part of the protocol, at a client outside of the group, at time 0.
   *
   * @param client the number of the client
   * @param servers how many servers there are
   */
  public OutsideOrigin outsideOrigin(int client, int servers) {
    return switch (this) {
      case SEQUENCER, CHANDRA_TOUEG -> new OutsideOrigin(client, servers);
      case SKEEN -> new StampingOrigin(client, servers);
      case RAFT -> new SubmittingOrigin(client, servers);
    };
  }
}
