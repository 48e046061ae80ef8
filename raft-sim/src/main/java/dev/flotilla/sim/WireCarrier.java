package dev.flotilla.sim;

import dev.flotilla.raft.message.Message;
import dev.flotilla.raft.model.Member;
import dev.flotilla.raft.model.NodeId;
import dev.flotilla.raft.options.RaftOptions;
import dev.flotilla.sim.wire.WireNetwork;
import dev.flotilla.sim.wire.WireProcess;
import dev.flotilla.sim.wire.WireServer;
import java.net.URI;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;

/** Messages travel as bytes, through the production codec, connections and transport. */
final class WireCarrier implements Carrier {
  private final SimulatedNetwork network;
  private final List<SimulatedServer> servers;
  private final SplittableRandom random;
  private final WireNetwork wires;
  private final Strangers strangers;
  private final Map<Integer, WireServer> running = new HashMap<>();

  /** Takes what comes from nobody there is. */
  interface Strangers {
    /** A message has arrived. */
    void arrived(Member from, SimulatedServer to, Message message);
  }

  WireCarrier(
      SimulatedNetwork network,
      List<SimulatedServer> servers,
      SplittableRandom random,
      WireNetwork wires,
      Strangers strangers) {
    this.network = network;
    this.servers = servers;
    this.random = random;
    this.wires = wires;
    this.strangers = strangers;
  }

  @Override
  public void starting(SimulatedServer server, RaftOptions options) {
    WireProcess process = wires.begin(server.number, server::pausedUntilNanos);
    server.whenEnded(() -> process.end(/* silently= */ random.nextBoolean()));
    running.put(
        server.number,
        new WireServer(process, server.member(), server.founders(), options, this::search));
  }

  @Override
  public void started(SimulatedServer server) {
    wire(server)
        .serve(server.node().orElseThrow(), (from, message) -> received(from, server, message));
  }

  @Override
  public void send(SimulatedServer from, Member to, Message message) {
    wire(from).transport().send(to, message);
  }

  /** Whether no server that runs holds anything of its budgets. */
  boolean holdsNothing() {
    return servers.stream()
        .filter(SimulatedServer::isUp)
        .allMatch(server -> wire(server).heldBytes() == 0);
  }

  /** Whatever a server would tell a client of another's address is true. */
  void checkAddresses() {
    for (SimulatedServer server : servers) {
      if (server.isUp()) {
        servers.forEach(member -> checkAddress(server, member));
      }
    }
  }

  private void checkAddress(SimulatedServer server, SimulatedServer member) {
    Optional<URI> told = wire(server).addressTold(member.member());
    if (told.isPresent() && !told.get().equals(WireServer.addressOf(member.number))) {
      throw new Violation(
          "a-confirmed-address-is-the-members",
          "server %s would send clients of %s to %s"
              .formatted(server.number, member.number, told.get()));
    }
  }

  private WireServer wire(SimulatedServer server) {
    WireServer there = running.get(server.number);
    if (there == null) {
      throw new IllegalStateException("server " + server.number + " was never started");
    }
    return there;
  }

  private void received(Member from, SimulatedServer to, Message message) {
    Optional<SimulatedServer> sender =
        servers.stream().filter(it -> it.member().equals(from)).findFirst();
    if (sender.isPresent()) {
      network.passOn(sender.get().number, to.number, message);
    } else {
      strangers.arrived(from, to, message);
    }
  }

  /** The last one with an id is the one that lives. */
  private Optional<URI> search(NodeId id) {
    return servers.stream()
        .filter(it -> it.member().id().equals(id))
        .reduce((earlier, later) -> later)
        .map(it -> WireServer.addressOf(it.number));
  }
}
