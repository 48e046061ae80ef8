package dev.flotilla.raftdpws.founding;

import dev.flotilla.raft.model.GroupId;
import dev.flotilla.raft.model.Incarnation;
import dev.flotilla.raft.model.Member;
import dev.flotilla.raft.model.NodeId;
import dev.flotilla.raftdpws.directory.ServerSighting;
import dev.flotilla.raftdpws.message.FoundRequest;
import dev.flotilla.raftdpws.message.FoundResponse;
import dev.flotilla.raftdpws.message.FoundingList;
import dev.flotilla.raftdpws.message.MemberAddress;
import dev.flotilla.raftdpws.message.StatusDetails;
import dev.flotilla.raftdpws.message.StatusResponse;
import dev.flotilla.raftdpws.wire.RaftNames;
import dev.flotilla.storage.identity.Founder;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.BiPredicate;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/** Servers that found a group, one clock, and a network that a test can cut. */
final class FoundingWorld {
  static final FoundingPlan.Pace PACE = new FoundingPlan.Pace(100, 50, 500);
  static final long STEP = 10;

  /** Whoever asks there hears nothing, not even that it failed. */
  static final URI BLACK_HOLE = URI.create("http://black-hole:1/RAFT_Service");

  final List<Server> servers = new ArrayList<>();
  BiPredicate<Server, Server> reaches = (from, to) -> true;
  long now;

  /** A server; its place in the list of servers is its rank by member id. */
  final class Server {
    final Member member;
    final Ledger record = new Ledger();
    URI address;
    int size;
    List<URI> fixed = List.of();
    boolean isAnnounced = true;
    boolean saysItsGroup;
    // How it is asked in vain, if it is.
    @Nullable Unanswered silence;
    @Nullable Founding founding;

    Server(int number, int size) {
      this.member = new Member(new NodeId(new UUID(0, number)), new Incarnation(1, number));
      this.address = URI.create("http://host:" + (1000 + number) + "/RAFT_Service");
      this.size = size;
    }

    Server start() {
      FoundingPlan plan = new FoundingPlan("g", new Founder(member, address), size, PACE);
      founding = new Founding(plan, record, fixed, now);
      return this;
    }

    void crash() {
      founding = null;
    }

    FoundingPhase phase() {
      return founding().phase();
    }

    String waitingFor() {
      return founding().waitingFor(now).orElse("");
    }

    Founding founding() {
      if (founding == null) {
        throw new IllegalStateException(member + " is down");
      }
      return founding;
    }

    StatusResponse status() {
      List<MemberAddress> members =
          record.accepted().map(FoundingList::founders).orElse(List.of()).stream()
              .map(it -> new MemberAddress(it.member(), Optional.of(it.address().toString())))
              .toList();
      return new StatusResponse(
          RaftNames.PROTOCOL_VERSION,
          "g",
          record.accepted().filter(it -> record.isFounded).map(FoundingList::groupId),
          new MemberAddress(member, Optional.of(address.toString())),
          "founding",
          Optional.empty(),
          new StatusResponse.Progress(0, 0, 0, 0, 0),
          members,
          Optional.empty(),
          Optional.empty(),
          StatusDetails.NONE);
    }

    private void act(FoundingQuestion question) throws IOException {
      if (question instanceof FoundingQuestion.WhoIs whoIs) {
        if (whoIs.address().equals(BLACK_HOLE)) {
          return;
        }
        Optional<Server> there = reachable(whoIs.address());
        Optional<Unanswered> silence = there.flatMap(it -> Optional.ofNullable(it.silence));
        if (silence.isPresent()) {
          founding().isNotThere(whoIs.address(), silence.get(), now);
        } else if (there.isPresent()) {
          founding().isThere(whoIs.address(), there.get().status(), now);
        } else {
          founding()
              .isNotThere(whoIs.address(), new Unanswered(Unanswered.Kind.ABSENT, "refused"), now);
        }
      } else if (question instanceof FoundingQuestion.WillYou willYou) {
        Optional<Server> there =
            servers.stream()
                .filter(it -> it.member.equals(willYou.founder()))
                .filter(it -> it.founding != null && reaches.test(this, it))
                .findFirst();
        if (there.isPresent()) {
          there.get().beAsked(this, willYou.request());
        } else {
          founding().notAnswered(willYou.founder(), "no answer", now);
        }
      }
    }

    private void beAsked(Server asker, FoundRequest request) throws IOException {
      FoundResponse response = founding().requested(request, now);
      // An answer may be lost although the question was not.
      if (reaches.test(this, asker)) {
        asker.founding().answered(member, response, now);
      } else {
        asker.founding().notAnswered(member, "no answer", now);
      }
    }

    private Optional<Server> reachable(URI where) {
      return servers.stream()
          .filter(it -> it.founding != null && it.address.equals(where))
          .filter(it -> reaches.test(this, it) && reaches.test(it, this))
          .findFirst();
    }
  }

  /** What a server keeps when it crashes. */
  static final class Ledger implements FoundingRecord {
    Optional<FoundingList> accepted = Optional.empty();
    boolean isFounded;

    @Override
    public Optional<FoundingList> accepted() {
      return accepted;
    }

    @Override
    public boolean isFounded() {
      return isFounded;
    }

    @Override
    public boolean accept(FoundingList list) {
      if (accepted.filter(it -> !it.groupId().equals(list.groupId())).isPresent()) {
        return false;
      }
      accepted = Optional.of(list);
      return true;
    }

    @Override
    public void markFounded() {
      isFounded = true;
    }
  }

  Server server(int expect) {
    Server server = new Server(servers.size() + 1, expect);
    servers.add(server);
    return server;
  }

  /** One step of time: everybody hears the announcements, asks, and is answered. */
  void step() {
    now += STEP;
    for (Server server : servers) {
      try {
        announceTo(server);
        if (server.founding != null) {
          for (FoundingQuestion question : server.founding().advanceTo(now)) {
            server.act(question);
          }
        }
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }

  void run(long time) {
    runUntil(() -> false, time);
  }

  /** Whether the condition came true in time. */
  boolean runUntil(BooleanSupplier condition, long time) {
    long end = now + time;
    while (now < end && !condition.getAsBoolean()) {
      step();
    }
    return condition.getAsBoolean();
  }

  boolean allAre(FoundingPhase phase) {
    return servers.stream().allMatch(it -> it.founding != null && it.phase() == phase);
  }

  private void announceTo(Server listener) {
    for (Server other : servers) {
      if (listener.founding != null && other.founding != null && other.isAnnounced) {
        Optional<GroupId> said = other.saysItsGroup ? other.status().group() : Optional.empty();
        ServerSighting sighting = new ServerSighting(other.member.id(), other.address, said);
        listener.founding().announced(sighting, now);
      }
    }
  }
}
