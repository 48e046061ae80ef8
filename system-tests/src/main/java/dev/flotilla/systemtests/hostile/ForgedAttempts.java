package dev.flotilla.systemtests.hostile;

import dev.flotilla.systemtests.hostile.Forgery.Place;
import dev.flotilla.systemtests.hostile.Forgery.Snapshot;
import dev.flotilla.systemtests.hostile.HostileCase.Effect;
import dev.flotilla.systemtests.hostile.HostileCase.UnexpectedAnswer;
import java.io.IOException;
import java.util.List;

/**
 * What a reader of the sources tried as a member: entries that stopped a member which took them.
 */
final class ForgedAttempts {
  private static final String EARLY = "0";
  private static final String REBORN = "ab".repeat(16);
  private static final String MAX = Long.toString(Long.MAX_VALUE);
  private static final String LONG = "a".repeat(8_192) + ":1";
  private static final int TRIES = 5;
  private static final int LARGE_CHARS = 3_000_000;

  /** The first 8 bytes of the SHA-256 of 8 zeros, which is all that the forged snapshots hold. */
  private static final String ZEROS_CHECKSUM = "-5812615543772869766";

  private ForgedAttempts() {}

  static List<HostileCase> cases() {
    return List.of(
        forged("entry-6mb", "an entry of 6 MB, larger than a record", "é".repeat(LARGE_CHARS)),
        forged("joint-with-reborn", "a joint configuration, a learner of a voter's id", ""),
        snapshots("snapshot-chunk-beyond", new Snapshot("1000000", "1", "8", "4")),
        snapshots("snapshot-empty", new Snapshot("1000000", "1", "0", "0")),
        snapshots("snapshot-later-term", new Snapshot("1000000", "999999", "8", "0")),
        snapshots("snapshot-index-0", new Snapshot("0", "0", "8", "0")),
        snapshots("snapshot-garbage", new Snapshot("1000000", "1", "8", "0", ZEROS_CHECKSUM)),
        snapshots("snapshot-first-part", new Snapshot("1000000", "1", "1048576", "0")),
        message(
            "read-round-max", (f, to) -> f.readIndex(f.leader(), to, f.address(to), term(f), MAX)),
        message("read-term-0", (f, to) -> f.readIndex(f.leader(), to, f.address(to), "0", "1")),
        message("address-no-uri", (f, to) -> f.preVote(f.leader(), to, "::\u00e9 %%", term(f))),
        message("address-8k", (f, to) -> f.preVote(f.leader(), to, "http://" + LONG, term(f))),
        message("to-itself", (f, to) -> f.preVote(to, to, f.address(to), term(f))),
        message("pre-vote-0", (f, to) -> f.preVote(f.leader(), to, f.address(to), "0")),
        message("append-without-base", ForgedAttempts::withoutBase),
        message("append-term-above", ForgedAttempts::termAbove),
        message("append-time-back", ForgedAttempts::timeBack),
        message("append-version", ForgedAttempts::version),
        message("append-withheld", ForgedAttempts::withheld));
  }

  /** Makes a message to a server. */
  private interface Making {
    String make(Forgery forgery, int to) throws IOException;
  }

  private static String term(Forgery forgery) throws IOException {
    return Long.toString(forgery.term());
  }

  private static HostileCase message(String name, Making making) {
    return new HostileCase(
        AttemptCases.ROW,
        name,
        "a forged message: " + name.replace('-', ' '),
        "an answer; no server stops",
        Effect.LEADER,
        arena -> {
          String last = "";
          // Good commands grow the log meanwhile; some of these hit its end.
          for (int i = 0; i < TRIES; i++) {
            Forgery forgery = Forgery.of(arena);
            int to = forgery.follower();
            last = Answers.any(forgery.send(to, making.make(forgery, to)));
          }
          return last;
        });
  }

  private static HostileCase snapshots(String name, Snapshot of) {
    return message(name, (f, to) -> f.snapshot(f.leader(), to, term(f), of));
  }

  /** An entry behind the log of a follower, which is then asked to lead. */
  private static HostileCase forged(String name, String input, String text) {
    return new HostileCase(
        AttemptCases.ROW,
        name,
        input + ", and TimeoutNow",
        "an answer; no server stops",
        Effect.LEADER,
        arena -> behindTheLog(arena, text));
  }

  private static String behindTheLog(Arena arena, String text)
      throws UnexpectedAnswer, IOException, InterruptedException {
    String last = "";
    for (int i = 0; i < TRIES; i++) {
      Forgery forgery = Forgery.of(arena);
      int leader = forgery.leader();
      int to = forgery.follower();
      View view = forgery.views().get(to);
      String entry = text.isEmpty() ? joint(forgery, view) : large(view, text);
      String term = term(forgery);
      Place place = new Place(Long.toString(view.lastIndex()), term, "0");
      String append = forgery.append(leader, to, forgery.address(leader), term, place, entry);
      last = Answers.any(arena.http().post(arena.targets().get(to), append));
      Answers.any(forgery.send(to, forgery.timeoutNow(leader, to, forgery.address(leader), term)));
    }
    return last;
  }

  private static String large(View view, String text) {
    return entry(view.lastIndex() + 1, view.term(), "u", text, "");
  }

  private static String joint(Forgery forgery, View view) {
    StringBuilder members = new StringBuilder();
    for (String list : List.of("voter", "outgoing")) {
      for (View each : forgery.views()) {
        members.append("<f:%s>%s</f:%s>".formatted(list, Forgery.member(each), list));
      }
    }
    String id = forgery.views().get(0).id();
    members.append(
        "<f:learner><f:id>%s</f:id><f:incarnation>%s</f:incarnation></f:learner>"
            .formatted(id, REBORN));
    String own = "<f:configuration>" + members + "</f:configuration>";
    return entry(view.lastIndex() + 1, view.term(), "", "", own);
  }

  private static String entry(long index, long term, String uid, String text, String own) {
    return "<r:entry><r:uid>%s</r:uid><r:index>%s</r:index><r:term>%s</r:term><r:command></r:command><r:parameters>%s</r:parameters>%s<f:timeMillis>%s</f:timeMillis></r:entry>"
        .formatted(uid, index, term, text, own, 1L << 32);
  }

  private static String append(Forgery forgery, int to, long index, String term, String entry)
      throws IOException {
    int leader = forgery.leader();
    Place place = new Place(Long.toString(index), index == 0 ? "0" : term(forgery), "0");
    return forgery.append(leader, to, forgery.address(leader), term, place, entry);
  }

  private static String withoutBase(Forgery forgery, int to) throws IOException {
    long far = forgery.views().get(to).lastIndex() + 10;
    return append(forgery, to, far, term(forgery), entry(far + 1, forgery.term(), "u", "x", ""));
  }

  private static String termAbove(Forgery forgery, int to) throws IOException {
    long last = forgery.views().get(to).lastIndex();
    return append(
        forgery, to, last, term(forgery), entry(last + 1, forgery.term() + 5, "u", "x", ""));
  }

  private static String timeBack(Forgery forgery, int to) throws IOException {
    long last = forgery.views().get(to).lastIndex();
    String entry = Forgery.noOp(Long.toString(last + 1), term(forgery), EARLY);
    return append(forgery, to, last, term(forgery), entry);
  }

  private static String version(Forgery forgery, int to) throws IOException {
    long last = forgery.views().get(to).lastIndex();
    String own = "<f:activateVersion>1048576</f:activateVersion>";
    return append(forgery, to, last, term(forgery), entry(last + 1, forgery.term(), "", "", own));
  }

  private static String withheld(Forgery forgery, int to) throws IOException {
    long last = forgery.views().get(to).lastIndex();
    return append(
        forgery, to, last, term(forgery), entry(last + 1, forgery.term(), "", "", "<f:withheld/>"));
  }
}
