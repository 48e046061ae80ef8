package dev.flotilla.bench.harness.faults;

import dev.flotilla.node.MessageSender;
import dev.flotilla.raft.message.Message;
import dev.flotilla.raft.model.ClientPayload;
import dev.flotilla.raft.model.Member;
import java.util.Optional;

/**
 * A transport whose network comes later, since a fault port opens before the group exists. What is
 * sent before is lost.
 *
 * <p><b>Thread.</b> Any thread.
 */
final class SwitchedTransport implements MessageSender {
  private volatile MessageSender network = (to, message) -> {};

  void connect(MessageSender chosen) {
    network = chosen;
  }

  @Override
  public void send(Member to, Message message) {
    network.send(to, message);
  }

  @Override
  public Optional<String> objection(ClientPayload payload) {
    return network.objection(payload);
  }
}
