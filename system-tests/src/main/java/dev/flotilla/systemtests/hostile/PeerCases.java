package dev.flotilla.systemtests.hostile;

import dev.flotilla.systemtests.hostile.Forgery.Place;
import dev.flotilla.systemtests.hostile.Forgery.Snapshot;
import dev.flotilla.systemtests.hostile.HostileCase.Effect;
import dev.flotilla.systemtests.hostile.HostileCase.UnexpectedAnswer;
import java.io.IOException;
import java.util.List;
import java.util.Optional;

/** Forged messages of members: rules 3, 4 and 9. The leader is attacked in all of them. */
final class PeerCases {
  private static final long ELECTION_MILLIS = 10_000;
  private static final String MAX = Long.toString(Long.MAX_VALUE);
  private static final String BEYOND_JOURNAL = Long.toString(1L << 48);
  private static final String FAR = Long.toString(1L << 31);
  private static final String TRAP =
      "http://" + Network.address(Network.TRAP) + ":7001" + Target.PATH;

  private PeerCases() {}

  static List<HostileCase> cases() {
    return List.of(
        terms("vote-transfer-max", "RequestVote with the transfer mark", MAX),
        terms("vote-transfer-2-48", "RequestVote with the transfer mark", BEYOND_JOURNAL),
        terms("append-max", "AppendEntries", MAX),
        terms("append-2-48", "AppendEntries", BEYOND_JOURNAL),
        terms("snapshot-max", "InstallSnapshot", MAX),
        terms("timeoutnow-max", "TimeoutNow", MAX),
        inAllNames(),
        forged("two-leaders", "AppendEntries of this term by another", PeerCases::twoLeaders),
        forged("mismatch", "AppendEntries that differs below the commit", PeerCases::mismatch),
        forged("mismatch-entries", "entries that differ below the commit", PeerCases::rewritten),
        forged("huge-indexes", "indexes and commits of 2^62", PeerCases::hugeIndexes),
        forged("snapshot-below", "a snapshot below the commit", PeerCases::snapshotBelow),
        forged("snapshot-huge", "a snapshot of 2^60 bytes", PeerCases::snapshotHuge),
        forged("snapshot-checksum", "a whole snapshot, wrong checksum", PeerCases::checksum),
        forged("timeoutnow-flood", "50 TimeoutNow to each server", PeerCases::timeoutNows),
        forged("snapshot-to-leader", "a snapshot for the leader", PeerCases::toLeader),
        new HostileCase(
            "9",
            "forged-address",
            "votes and heartbeats of a member that name the trap as its address",
            "no client is sent to the trap",
            Effect.ADDRESS,
            PeerCases::addresses));
  }

  private static HostileCase terms(String name, String what, String term) {
    return new HostileCase(
        "3",
        name,
        what + " with term " + term + ", in the name of each member to each other one",
        "an answer each time; the term does not jump",
        Effect.LEADER,
        arena -> {
          Forgery forgery = Forgery.of(arena);
          String last = "";
          for (int from = 0; from < Network.SERVERS; from++) {
            int to = (from + 1) % Network.SERVERS;
            last = Answers.any(forgery.send(to, message(forgery, what, from, to, term)));
          }
          return last;
        });
  }

  /** A quorum is named as easily as one member. */
  private static HostileCase inAllNames() {
    return new HostileCase(
        "3",
        "append-in-all-names",
        "AppendEntries with term " + FAR + ", to a follower in the name of every other member",
        "an answer each time; the term does not jump",
        Effect.LEADER,
        arena -> {
          Forgery forgery = Forgery.of(arena);
          int to = forgery.follower();
          String last = "";
          for (int from = 0; from < Network.SERVERS; from++) {
            if (from != to) {
              last =
                  Answers.any(forgery.send(to, message(forgery, "AppendEntries", from, to, FAR)));
            }
          }
          return last;
        });
  }

  private static String message(Forgery forgery, String what, int from, int to, String term) {
    String address = forgery.address(from);
    return switch (what) {
      case "AppendEntries" ->
          forgery.append(from, to, address, term, new Place("1000000", "1", "1"), "");
      case "InstallSnapshot" ->
          forgery.snapshot(from, to, term, new Snapshot("1000000", "1", "1048576", "512"));
      case "TimeoutNow" -> forgery.timeoutNow(from, to, address, term);
      default -> forgery.requestVote(from, to, address, term, true);
    };
  }

  /** Sends what is forged, and returns the last answer. */
  private interface Sending {
    String send(Forgery forgery) throws UnexpectedAnswer, IOException, InterruptedException;
  }

  private static HostileCase forged(String name, String input, Sending sending) {
    return new HostileCase(
        "4",
        name,
        input,
        "an answer; no server stops",
        Effect.LEADER,
        arena -> sending.send(Forgery.of(arena)));
  }

  private static String twoLeaders(Forgery forgery) throws IOException {
    int leader = forgery.leader();
    int false1 = forgery.follower();
    int other = forgery.follower(false1);
    String term = Long.toString(forgery.term());
    Place place = new Place("0", "0", "0");
    String last = "";
    for (int to : List.of(other, leader)) {
      last =
          Answers.any(
              forgery.send(
                  to, forgery.append(false1, to, forgery.address(false1), term, place, "")));
    }
    return last;
  }

  /**
   * After a change of leaders, so that a lower term is in the log. A forged TimeoutNow would not
   * do: a follower that has met a forged request of a high number ignores those of lower ones.
   */
  private static Forgery afterElection(Forgery before)
      throws UnexpectedAnswer, IOException, InterruptedException {
    Arena arena = before.arena();
    HostileServer paused = arena.servers().get(before.leader());
    paused.signal("STOP");
    try {
      arena.await(
          "a leader of a later term", ELECTION_MILLIS, () -> leadsLater(before, paused.host()));
    } finally {
      paused.signal("CONT");
    }
    Optional<String> failure = arena.execute(ELECTION_MILLIS);
    Answers.require(failure.isEmpty(), "a good command after an election: " + failure);
    return Forgery.of(arena);
  }

  private static boolean leadsLater(Forgery before, int pausedHost) throws IOException {
    long old = before.term();
    return before.arena().servers().stream()
        .filter(server -> server.host() != pausedHost)
        .map(server -> before.arena().viewIfAny(before.arena().target(server)))
        .flatMap(Optional::stream)
        .anyMatch(view -> view.isLeading() && view.term() > old);
  }

  private static String mismatch(Forgery before)
      throws UnexpectedAnswer, IOException, InterruptedException {
    Forgery forgery = afterElection(before);
    int leader = forgery.leader();
    int to = forgery.follower();
    String term = Long.toString(forgery.term());
    Place place = new Place("2", term, "2");
    return Answers.any(
        forgery.send(to, forgery.append(leader, to, forgery.address(leader), term, place, "")));
  }

  private static String rewritten(Forgery before)
      throws UnexpectedAnswer, IOException, InterruptedException {
    Forgery forgery = afterElection(before);
    int leader = forgery.leader();
    int to = forgery.follower();
    String term = Long.toString(forgery.term());
    String entries = Forgery.noOp("1", term, "1") + Forgery.noOp("2", term, "2");
    Place place = new Place("0", "0", "2");
    return Answers.any(
        forgery.send(
            to, forgery.append(leader, to, forgery.address(leader), term, place, entries)));
  }

  private static String hugeIndexes(Forgery forgery) throws IOException {
    int leader = forgery.leader();
    int to = forgery.follower();
    String term = Long.toString(forgery.term());
    String huge = Long.toString(1L << 62);
    String next = Long.toString((1L << 62) + 1);
    String last = "";
    for (Place place :
        List.of(new Place(huge, "1", huge), new Place(MAX, "1", MAX), new Place("0", "0", huge))) {
      for (String entries : List.of("", Forgery.noOp(next, term, MAX))) {
        String text = forgery.append(leader, to, forgery.address(leader), term, place, entries);
        last = Answers.any(forgery.send(to, text));
      }
    }
    return last;
  }

  private static String install(Forgery forgery, Snapshot... snapshots) throws IOException {
    int leader = forgery.leader();
    int to = forgery.follower();
    String term = Long.toString(forgery.term());
    String last = "";
    for (Snapshot each : snapshots) {
      last = Answers.any(forgery.send(to, forgery.snapshot(leader, to, term, each)));
    }
    return last;
  }

  private static String snapshotBelow(Forgery before)
      throws UnexpectedAnswer, IOException, InterruptedException {
    Forgery forgery = afterElection(before);
    return install(forgery, new Snapshot("1", Long.toString(forgery.term()), "8", "0"));
  }

  private static String snapshotHuge(Forgery forgery) throws IOException {
    String huge = Long.toString(1L << 60);
    return install(
        forgery,
        new Snapshot("1000000", "1", huge, "0"),
        new Snapshot("1000000", "1", huge, huge),
        new Snapshot(huge, "1", "1048576", "0"),
        new Snapshot(MAX, "1", MAX, MAX));
  }

  private static String checksum(Forgery forgery) throws IOException {
    return install(forgery, new Snapshot("1000000", "1", "8", "0"));
  }

  private static String toLeader(Forgery forgery) throws IOException {
    int from = forgery.follower();
    int leader = forgery.leader();
    Snapshot snapshot = new Snapshot("1000000", "1", "8", "0");
    String term = Long.toString(forgery.term());
    return Answers.any(forgery.send(leader, forgery.snapshot(from, leader, term, snapshot)));
  }

  private static String timeoutNows(Forgery forgery) throws IOException {
    String term = Long.toString(forgery.term());
    String last = "";
    for (int i = 0; i < 50; i++) {
      for (int to = 0; to < Network.SERVERS; to++) {
        int from = (to + 1) % Network.SERVERS;
        last =
            Answers.any(
                forgery.send(to, forgery.timeoutNow(from, to, forgery.address(from), term)));
      }
    }
    return last;
  }

  private static String addresses(Arena arena)
      throws UnexpectedAnswer, IOException, InterruptedException {
    String last = "";
    for (int round = 0; round < 20; round++) {
      Forgery forgery = Forgery.of(arena);
      int leader = forgery.leader();
      String term = Long.toString(forgery.term());
      for (int to = 0; to < Network.SERVERS; to++) {
        if (to != leader) {
          Place place = new Place("1000000", "1", "0");
          Answers.any(forgery.send(to, forgery.append(leader, to, TRAP, term, place, "")));
          Answers.any(forgery.send(to, forgery.preVote(leader, to, TRAP, term)));
          RawHttp.Answer answer =
              arena
                  .http()
                  .post(
                      arena.targets().get(to),
                      Soap.insert(arena.targets().get(to), Soap.newUid(), "good", "g"));
          last = answer.summary() + " " + Soap.field("leaderAddress", answer.text()).orElse("");
          boolean isTrapped = answer.text().contains(Network.address(Network.TRAP) + ":");
          Answers.require(!isTrapped, "a client was sent to the trap", answer);
        }
      }
    }
    return last;
  }
}
