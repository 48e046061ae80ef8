package dev.flotilla.sim;

import java.util.List;

/** Bugs between a node and the bytes that stand for what it says. */
final class WirePlants {
  private static final String WIRE = "raft-dpws/src/main/java/dev/flotilla/raftdpws/wire/";

  static final List<Plant> ALL =
      List.of(
          Plant.of(
              "the wire grants every vote",
              WIRE + "VoteCodec.java",
              "new RequestVoteResponse(read.term(), read.granted(),",
              "new RequestVoteResponse(read.term(), true,",
              "elected-means-by-a-majority",
              "one-leader-per-term"),
          Plant.of(
              "the wire marks every request for votes as a transfer",
              WIRE + "VoteCodec.java",
              "if (vote.transfer()) {",
              "if (true) {",
              "no-vote-while-a-leader-counts-on-it"),
          Plant.of(
              "the wire says that every append succeeded",
              WIRE + "AppendEntriesCodec.java",
              "out.element(Elements.SUCCESS, append.success());",
              "out.element(Elements.SUCCESS, true);",
              "committed-means-acknowledged-by-a-majority",
              "committed-means-safe-from-elections",
              "state-machine-safety",
              "leader-completeness",
              "no-server-stops",
              "liveness"),
          Plant.of(
              "the wire tells the leader's term for that of the entry before",
              WIRE + "AppendEntriesCodec.java",
              "out.element(Elements.PREV_LOG_TERM, append.previous().term());",
              "out.element(Elements.PREV_LOG_TERM, append.previous().index() == 0 ? 0 : append.term());",
              "no-server-stops",
              "liveness"),
          Plant.of(
              "the wire forgets of which session a command is",
              WIRE + "EntryCodec.java",
              "command.session().ifPresent(tag -> SessionCodec.writeTag(tag, out));",
              "",
              "log-matching",
              "state-machine-safety",
              "executed-as-the-log-says"),
          Plant.of(
              "the wire forgets when an entry was made",
              WIRE + "EntryCodec.java",
              "out.element(Elements.TIME_MILLIS, entry.timeMillis());",
              "out.element(Elements.TIME_MILLIS, 0);",
              "log-matching",
              "no-server-stops",
              "state-machine-safety",
              "expired-means-never-executed",
              "executed-as-the-log-says"),
          Plant.of(
              "the wire confirms every round of reads",
              WIRE + "ReadIndexCodec.java",
              "read.require(SUCCESS),",
              "true,",
              "linearizable-read"),
          Plant.of(
              "the wire tells followers to read five entries too early",
              WIRE + "ReadIndexCodec.java",
              "out.element(Elements.OUR_INDEX, message.index());",
              "out.element(Elements.OUR_INDEX, Math.max(0, message.index() - 5));",
              "linearizable-read"),
          Plant.of(
              "the wire strips the white space of commands",
              WIRE + "Fields.java",
              "XmlField<String> COMMAND = XmlField.text(Elements.COMMAND);",
              "XmlField<String> COMMAND = XmlField.token(Elements.COMMAND);",
              "carried-as-it-was-sent"));

  private WirePlants() {}
}
