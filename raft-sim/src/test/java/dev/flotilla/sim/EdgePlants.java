package dev.flotilla.sim;

import java.util.List;

/** Bugs where requests meet a node, and where a client understands what it was answered. */
final class EdgePlants {
  private static final String PEER = "raft-dpws/src/main/java/dev/flotilla/raftdpws/peer/";
  private static final String SERVICE = "raft-dpws/src/main/java/dev/flotilla/raftdpws/service/";
  private static final String DIRECTORY =
      "raft-dpws/src/main/java/dev/flotilla/raftdpws/directory/";
  private static final String CALLS =
      "client/src/main/java/dev/flotilla/client/dpws/ServerCalls.java";

  static final List<Plant> ALL =
      List.of(
          Plant.of(
              "every second response is dropped",
              PEER + "PendingExchanges.java",
              "if (asked != null) {",
              "if (asked != null && response.sequence() % 2 == 0) {",
              "liveness"),
          Plant.of(
              "a link that broke is not opened anew",
              PEER + "PeerLink.java",
              "if (current == null || isToReopen || !isGood(current, nowNanos)) {",
              "if (current == null) {",
              "liveness"),
          Plant.of(
              "requests of another group are taken",
              PEER + "PeerGate.java",
              "if (!header.group().equals(membership.group())) {",
              "if (false) {",
              "what-is-not-meant-here-is-refused"),
          Plant.of(
              "requests to another server are taken",
              PEER + "PeerGate.java",
              "if (!header.to().equals(membership.self())) {",
              "if (false) {",
              "what-is-not-meant-here-is-refused"),
          Plant.of(
              "an address that is claimed counts as confirmed",
              DIRECTORY + "AddressConfirmation.java",
              "known(member).claimed = address;",
              "known(member).claimed = address; known(member).confirmed = address;",
              "a-confirmed-address-is-the-members"),
          Plant.of(
              "any answer at an address confirms it",
              DIRECTORY + "AddressConfirmation.java",
              "if (answer != null && isOurs(answer) && answer.self().member().equals(member)) {",
              "if (answer != null && isOurs(answer)) {",
              "a-confirmed-address-is-the-members"),
          Plant.of(
              "a server reports an unknown outcome as busy",
              SERVICE + "ClientRequests.java",
              "return RaftFault.UNKNOWN.because(unknown.reason());",
              "return RaftFault.BUSY.because(unknown.reason());",
              "refused-means-never-executed"),
          Plant.of(
              "a client takes an unknown outcome for a refusal",
              CALLS,
              "case UNKNOWN -> attempt.perhaps(fault.reason());",
              "case UNKNOWN -> attempt.refused(Reason.BUSY, fault.reason());",
              "refused-means-never-executed"),
          Plant.of(
              "a client takes a lost answer for a refusal",
              CALLS,
              "case TIMEOUT, BROKEN, FAULT, MALFORMED -> attempt.perhaps(detail);",
              "case TIMEOUT, BROKEN, FAULT, MALFORMED -> attempt.refused(Reason.BUSY, detail);",
              "refused-means-never-executed"),
          Plant.of(
              "a client takes a redirect for an answer",
              CALLS,
              "if (leader.isPresent()) {",
              "if (false) {",
              "an-answer-makes-sense"));

  private EdgePlants() {}
}
