package dev.flotilla.systemtests.hostile;

import static dev.flotilla.systemtests.hostile.Forgery.Message.APPEND_ENTRIES;
import static dev.flotilla.systemtests.hostile.Forgery.Message.INSTALL_SNAPSHOT;
import static dev.flotilla.systemtests.hostile.Forgery.Message.PRE_VOTE;
import static dev.flotilla.systemtests.hostile.Forgery.Message.REQUEST_VOTE;
import static dev.flotilla.systemtests.hostile.Forgery.Message.TIMEOUT_NOW;

import dev.flotilla.systemtests.hostile.Forgery.Message;
import dev.flotilla.systemtests.hostile.Forgery.Sending;
import dev.flotilla.systemtests.hostile.HostileCase.Attack;
import java.io.IOException;
import java.util.List;

/** Forged messages of members: rules 3, 4 and 9. The leader is attacked in all of them. */
final class PeerCases {
  private static final long ELECTION_MILLIS = 10_000;
  private static final long MAX = Long.MAX_VALUE;
  private static final long BEYOND_JOURNAL = 1L << 48;
  private static final long FAR = 1L << 31;
  private static final long HUGE = 1L << 62;
  private static final long HUGE_BYTES = 1L << 60;

  private PeerCases() {}

  static void addTo(Attacks all) {
    String mark = "transfer=<f:transfer/>";
    all.own("vote-transfer-max", terms(REQUEST_VOTE, MAX, mark));
    all.own("vote-transfer-2-48", terms(REQUEST_VOTE, BEYOND_JOURNAL, mark));
    all.own("append-max", terms(APPEND_ENTRIES, MAX));
    all.own("append-2-48", terms(APPEND_ENTRIES, BEYOND_JOURNAL));
    all.own("snapshot-max", terms(INSTALL_SNAPSHOT, MAX, "size=1048576", "offset=512"));
    all.own("timeoutnow-max", terms(TIMEOUT_NOW, MAX));
    all.own("append-in-all-names", forged(PeerCases::inAllNames));
    all.own("two-leaders", forged(PeerCases::twoLeaders));
    all.own("mismatch", forged(PeerCases::mismatch));
    all.own("mismatch-entries", forged(PeerCases::rewritten));
    all.own("huge-indexes", forged(PeerCases::hugeIndexes));
    all.own("snapshot-below", forged(PeerCases::snapshotBelow));
    all.own("snapshot-huge", forged(PeerCases::snapshotHuge));
    all.own("snapshot-checksum", forged(it -> it.send(INSTALL_SNAPSHOT)));
    all.own("timeoutnow-flood", forged(PeerCases::timeoutNows));
    all.own(
        "snapshot-to-leader", forged(it -> it.send(INSTALL_SNAPSHOT, it.follower(), it.leader())));
    all.own("forged-address", Forgery.attack(20, PeerCases::addresses));
  }

  private static Attack terms(Message message, long term, String... more) {
    return forged(it -> it.withTerm(term).sendEach(message, more));
  }

  private static Attack forged(Sending sending) {
    return Forgery.attack(1, sending);
  }

  /** A quorum is named as easily as one member. */
  private static String inAllNames(Forgery forgery) throws IOException {
    Forgery it = forgery.withTerm(FAR);
    it.send(APPEND_ENTRIES);
    return it.send(APPEND_ENTRIES, it.other(), it.follower());
  }

  private static String twoLeaders(Forgery it) throws IOException {
    String last = "";
    for (int to : List.of(it.other(), it.leader())) {
      last = it.send(APPEND_ENTRIES, it.follower(), to, "index=0", "indexTerm=0", "commit=0");
    }
    return last;
  }

  /**
   * After a change of leaders, so that a lower term is in the log. A forged TimeoutNow would not
   * do: a follower that has met a forged request of a high number ignores those of lower ones.
   */
  private static Forgery afterElection(Forgery before) throws IOException, InterruptedException {
    Arena arena = before.arena();
    HostileServer paused = arena.servers().get(before.leader());
    paused.signal("STOP");
    try {
      arena.await(
          "a leader of a later term", ELECTION_MILLIS, () -> leadsLater(before, paused.host()));
    } finally {
      paused.signal("CONT");
    }
    arena.mustExecute("after an election", ELECTION_MILLIS);
    return Forgery.of(arena);
  }

  private static boolean leadsLater(Forgery before, int pausedHost) {
    Arena arena = before.arena();
    return arena.servers().stream()
        .filter(server -> server.host() != pausedHost)
        .flatMap(server -> arena.viewIfAny(arena.target(server)).stream())
        .anyMatch(view -> view.isLeading() && view.term() > before.term());
  }

  private static String mismatch(Forgery before) throws IOException, InterruptedException {
    Forgery it = afterElection(before);
    return it.send(APPEND_ENTRIES, "index=2", "indexTerm=" + it.term(), "commit=2");
  }

  private static String rewritten(Forgery before) throws IOException, InterruptedException {
    Forgery it = afterElection(before);
    String entries = "entries=" + Forgery.noOp(1, it.term(), 1) + Forgery.noOp(2, it.term(), 2);
    return it.send(APPEND_ENTRIES, "index=0", "indexTerm=0", "commit=2", entries);
  }

  private static String snapshotBelow(Forgery before) throws IOException, InterruptedException {
    Forgery it = afterElection(before);
    return it.send(INSTALL_SNAPSHOT, "index=1", "indexTerm=" + it.term());
  }

  private static String snapshotHuge(Forgery it) throws IOException {
    it.send(INSTALL_SNAPSHOT, "size=" + HUGE_BYTES);
    it.send(INSTALL_SNAPSHOT, "size=" + HUGE_BYTES, "offset=" + HUGE_BYTES);
    it.send(INSTALL_SNAPSHOT, "index=" + HUGE_BYTES, "size=1048576");
    return it.send(INSTALL_SNAPSHOT, "index=" + MAX, "size=" + MAX, "offset=" + MAX);
  }

  private static String timeoutNows(Forgery it) throws IOException {
    String last = "";
    for (int i = 0; i < 50; i++) {
      last = it.sendEach(TIMEOUT_NOW);
    }
    return last;
  }

  private static String hugeIndexes(Forgery it) throws IOException {
    String noOp = Forgery.noOp(HUGE + 1, it.term(), MAX);
    String last = "";
    for (long index : List.of(HUGE, MAX, 0L)) {
      String indexTerm = "indexTerm=" + (index == 0 ? 0 : 1);
      String commit = "commit=" + (index == 0 ? HUGE : index);
      for (String entries : List.of("", noOp)) {
        last = it.send(APPEND_ENTRIES, "index=" + index, indexTerm, commit, "entries=" + entries);
      }
    }
    return last;
  }

  private static String addresses(Forgery it) throws IOException {
    String last = "";
    for (int to : List.of(it.follower(), it.other())) {
      String address = "address=" + Target.TRAP.url();
      it.send(APPEND_ENTRIES, it.leader(), to, address, "commit=0");
      it.send(PRE_VOTE, it.leader(), to, address);
      Target target = it.arena().targets().get(to);
      RawHttp.Answer answer = it.send(to, Soap.insert(target, Soap.newUid(), Soap.GOOD, "g"));
      last = answer.summary() + " " + Soap.field("leaderAddress", answer.text()).orElse("");
      boolean isTrapped = answer.text().contains(Target.TRAP.address() + ":");
      Answers.require(!isTrapped, "a client was sent to the trap", answer);
    }
    return last;
  }
}
