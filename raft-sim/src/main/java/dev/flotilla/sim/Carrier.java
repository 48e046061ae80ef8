package dev.flotilla.sim;

import dev.flotilla.raft.message.Message;
import dev.flotilla.raft.model.Member;
import dev.flotilla.raft.options.RaftOptions;
import java.util.List;

/** Brings messages from one server to another. */
interface Carrier {
  /** A process begins; its node does not run yet. */
  void starting(SimulatedServer server, RaftOptions options);

  /** Its node runs. */
  void started(SimulatedServer server);

  /** A node sends. */
  void send(SimulatedServer from, Member to, Message message);

  /** Messages travel as what they are. */
  record Plain(SimulatedNetwork network, List<SimulatedServer> servers) implements Carrier {
    @Override
    public void starting(SimulatedServer server, RaftOptions options) {}

    @Override
    public void started(SimulatedServer server) {}

    @Override
    public void send(SimulatedServer from, Member to, Message message) {
      for (SimulatedServer server : servers) {
        if (server.member().equals(to)) {
          network.send(from.number, server.number, message);
        }
      }
    }
  }
}
