package dev.flotilla.sim;

import dev.flotilla.node.NodeStatus;
import dev.flotilla.raft.message.Message;
import dev.flotilla.raft.model.Configuration;
import dev.flotilla.raft.model.Member;

/**
 * What must hold of configurations, votes and acknowledgements at every moment, checked from the
 * messages: who counts is told by the log that was sent, and by nothing that a server says.
 */
final class ProtocolInvariants {
  private final ConfigurationHistory lineage;
  private final Ballots ballots;
  private final Acknowledgements acknowledgements;
  private final PromiseCheck word;
  private final StuckMembers stuck;

  ProtocolInvariants(Configuration founders, long electionTimeoutMinNanos, Pieces pieces) {
    lineage = new ConfigurationHistory(founders);
    ballots = new Ballots(lineage);
    acknowledgements = new Acknowledgements(lineage, pieces);
    stuck = new StuckMembers(electionTimeoutMinNanos);
    word = new PromiseCheck(electionTimeoutMinNanos, ballots);
  }

  Acknowledgements acknowledgements() {
    return acknowledgements;
  }

  void sent(SimulatedServer from, Member to, Message message) {
    lineage.sent(to, message);
    ballots.sent(from.member(), to, message);
    acknowledgements.sent(from.member(), to, message);
    word.sent(from, to, message);
  }

  void arrived(Member from, SimulatedServer to, Message message) {
    word.arrived(from, to, message);
  }

  void started(SimulatedServer server) {
    server.node().ifPresent(node -> word.checkStarted(server, node.status().term()));
  }

  /** Somebody has come into office. */
  void elected(SimulatedServer leader, NodeStatus status) {
    ballots.checkElected(status);
  }

  void checkStatus(SimulatedServer server, NodeStatus status) {
    lineage.checkGoverns(server, status.raft().last(), status.configuration());
    if (status.isLeading()) {
      acknowledgements.checkLeader(server.member(), status);
      stuck.look(server, status);
    }
  }
}
