package dev.flotilla.sim;

import java.util.List;

/** Bugs about the sessions of clients (safety rule 6). */
final class SessionPlants {
  private static final String NODE = "raft-node/src/main/java/dev/flotilla/node/";

  static final List<Plant> ALL =
      List.of(
          Plant.of(
              "a snapshot holds no sessions",
              NODE + "sessions/Sessions.java",
              "out.writeInt(byId.size()); for (Session session : byId.values()) {",
              "out.writeInt(0); for (Session session : List.<Session>of()) {",
              "executed-as-the-log-says",
              "state-machine-safety",
              "expired-means-never-executed",
              "refused-means-never-executed",
              "no-server-stops",
              "recovery"),
          Plant.of(
              "a restart opens no sessions anew",
              NODE + "sessions/StartupReplay.java",
              "clients.decide(next());",
              "Entry next = next();"
                  + " if (!(next.payload() instanceof dev.flotilla.raft.model.OpenSession)) {"
                  + " clients.decide(next); }",
              "executed-as-the-log-says",
              "state-machine-safety",
              "expired-means-never-executed",
              "refused-means-never-executed",
              "recovery"),
          Plant.of(
              "a snapshot forgets which answers clients have",
              NODE + "sessions/Sessions.java",
              "out.writeLong(session.lowestUnanswered);",
              "out.writeLong(1);",
              "executed-as-the-log-says",
              "state-machine-safety",
              "once"),
          Plant.of(
              "a command of an expired session is executed",
              NODE + "sessions/Sessions.java",
              "timeMillis - eldest.usedMillis > bounds.idleMillis",
              "timeMillis - eldest.usedMillis > 2 * bounds.idleMillis",
              "executed-as-the-log-says"),
          Plant.of(
              "duplicates in a session are decided on arrival only",
              NODE + "sessions/Sessions.java",
              "Optional<DedupDecision> known = known(session, command, tag); if (known.isPresent()) {",
              "Optional<DedupDecision> known = Optional.empty(); if (known.isPresent()) {",
              "executed-as-the-log-says",
              "state-machine-safety",
              "once"));

  private SessionPlants() {}
}
