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
              "new RequestVoteResponse(read.term(), read.granted(), responder.sequence())",
              "new RequestVoteResponse(read.term(), true, responder.sequence())",
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
              "liveness"));

  private WirePlants() {}
}
