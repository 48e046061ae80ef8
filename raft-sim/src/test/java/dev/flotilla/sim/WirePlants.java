package dev.flotilla.sim;

import java.util.List;

/** Bugs between a node and the bytes that stand for what it says. */
final class WirePlants {
  private static final String WIRE = "raft-dpws/src/main/java/dev/flotilla/raftdpws/wire/";

  static final List<Plant> ALL =
      List.of(
          Plant.of(
              "the wire grants every vote",
              WIRE + "PeerForms.java",
              "truth(raft(\"voteGranted\"))",
              "truth(raft(\"voteGranted\")).as(it -> true, it -> it)",
              "elected-means-by-a-majority",
              "one-leader-per-term"),
          Plant.of(
              "the wire marks every request for votes as a transfer",
              WIRE + "PeerForms.java",
              "Fields.mark(\"transfer\").orElse(false)",
              "Fields.mark(\"transfer\").orElse(false).as(it -> it, it -> true)",
              "no-vote-while-a-leader-counts-on-it"),
          Plant.of(
              "the wire says that every append succeeded",
              WIRE + "AppendEntriesCodec.java",
              "RAFT_SUCCESS.write(append.success(), out);",
              "RAFT_SUCCESS.write(true, out);",
              "committed-means-acknowledged-by-a-majority",
              "committed-means-safe-from-elections",
              "state-machine-safety",
              "leader-completeness",
              "no-server-stops",
              "liveness"),
          Plant.of(
              "the wire tells the leader's term for that of the entry before",
              WIRE + "AppendEntriesCodec.java",
              "PREVIOUS_TERM.write(append.previous().term(), out);",
              "PREVIOUS_TERM.write(append.previous().index() == 0 ? 0 : append.term(), out);",
              "no-server-stops",
              "liveness"),
          Plant.of(
              "the wire forgets of which session a command is",
              WIRE + "EntryCodec.java",
              "command.session().ifPresent(tag -> Fields.SESSION.write(tag, out));",
              "",
              "log-matching",
              "state-machine-safety",
              "executed-as-the-log-says"),
          Plant.of(
              "the wire forgets when an entry was made",
              WIRE + "EntryCodec.java",
              "TIME_MILLIS.write(entry.timeMillis(), out);",
              "TIME_MILLIS.write(0L, out);",
              "log-matching",
              "no-server-stops",
              "state-machine-safety",
              "expired-means-never-executed",
              "executed-as-the-log-says"),
          Plant.of(
              "the wire confirms every round of reads",
              WIRE + "PeerForms.java",
              "Fields.SUCCESS,",
              "Fields.SUCCESS.as(it -> true, it -> it),",
              "linearizable-read"),
          Plant.of(
              "the wire tells followers to read five entries too early",
              WIRE + "PeerForms.java",
              "Fields.INDEX.slot(),",
              "Fields.INDEX.slot().as(it -> it, it -> Math.max(0, it - 5)),",
              "linearizable-read"),
          Plant.of(
              "the wire strips the white space of commands",
              WIRE + "Fields.java",
              "Child<String> COMMAND = Form.text(raft(\"command\")).slot();",
              "Child<String> COMMAND = Form.token(raft(\"command\")).slot();",
              "carried-as-it-was-sent"));

  private WirePlants() {}
}
