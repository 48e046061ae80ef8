package dev.flotilla.sim;

import java.util.List;

/** Bugs between the bytes of a connection and the messages that they are, at either end. */
final class HttpPlants {
  private static final String HTTP = "dpws/src/main/java/dev/flotilla/dpws/http/";
  private static final String XML = "dpws/src/main/java/dev/flotilla/dpws/xml/";

  static final List<Plant> ALL =
      List.of(
          Plant.of(
                  "answers are swapped, and nobody compares what they relate to",
                  HTTP + "EndpointConnection.java",
                  "waiting.add(answer);",
                  "waiting.addFirst(answer);",
                  "acknowledged-means-applied",
                  "linearizable-read",
                  "an-answer-makes-sense",
                  "liveness")
              .and(
                  HTTP + "client/PendingCall.java",
                  "if (relatesTo != null && !relatesTo.equals(header.messageId())) {",
                  "if (false) {"),
          Plant.of(
              "a call on a connection that broke counts as not sent",
              HTTP + "client/ClientConnection.java",
              "call.fail(Kind.BROKEN,",
              "call.fail(Kind.NOT_SENT,",
              "refused-means-never-executed"),
          Plant.of(
              "a call without an answer in time counts as not sent",
              HTTP + "client/ClientConnection.java",
              "call.fail(Kind.TIMEOUT,",
              "call.fail(Kind.NOT_SENT,",
              "refused-means-never-executed"),
          Plant.of(
              "a connection that breaks leaves its calls without an end",
              HTTP + "client/ClientConnection.java",
              "while ((call = inFlight.poll()) != null) {",
              "call = null; while (call != null) {",
              "every-call-ends"),
          Plant.of(
              "an answer that is there is not written",
              HTTP + "EndpointConnection.java",
              "if (!drainScheduled.get() && drainScheduled.compareAndSet(false, true)) {",
              "if (drainScheduled.get() && drainScheduled.compareAndSet(false, true)) {",
              "every-call-ends",
              "liveness"),
          Plant.of(
              "the budget of a request is never given back",
              HTTP + "Answer.java",
              "if (request != null) {",
              "if (false) {",
              "liveness"),
          Plant.of(
              "the budget of answers that nobody waits for is not given back",
              HTTP + "EndpointConnection.java",
              "waiting.forEach(Answer::close);",
              "",
              "liveness"),
          Plant.of(
              "the budget of a request is lost when its connection is closed",
              HTTP + "message/MessageBody.java",
              "discard(); share.close();",
              "",
              "liveness"),
          Plant.of(
              "the budget of a request that is refused is not given back",
              HTTP + "message/MessageBody.java",
              "forget(); if (isHolding) { isHolding = false; share.resize(0, 0); }",
              "forget(); share = budget.share();",
              "liveness"),
          Plant.of(
              "a part of a message is taken for the whole",
              HTTP + "message/MessageInput.java",
              "return missingBytes == 0 ? Step.MESSAGE : Step.STARVED;",
              "return Step.MESSAGE;",
              "liveness",
              "carried-as-it-was-sent"),
          Plant.of(
              "the length of a long message is announced one too small",
              HTTP + "message/HttpWriter.java",
              "int length = bodyBytes;",
              "int length = bodyBytes > 4_000 ? bodyBytes - 1 : bodyBytes;",
              "liveness"),
          Plant.of(
              "carriage returns are written as they are",
              XML + "XmlWriter.java",
              "case '\\r' -> \"&#xD;\";",
              "case '\\r' -> null;",
              "carried-as-it-was-sent"),
          Plant.of(
              "ampersands are written as they are",
              XML + "XmlWriter.java",
              "case '&' -> \"&amp;\";",
              "case '&' -> null;",
              "carried-as-it-was-sent",
              "liveness"),
          Plant.of(
              "text that is not ASCII is read as if it were",
              XML + "ParsedCursor.java",
              "if (c >= 128) {",
              "if (false) {",
              "carried-as-it-was-sent"),
          Plant.of(
                  "what is no character is read, and proposed",
                  XML + "XmlReader.java",
                  "if (bad >= 0) {",
                  "if (false) {",
                  "what-is-in-the-log-can-be-sent",
                  "what-cannot-be-carried-is-refused")
              .and(
                  "raft-dpws/src/main/java/dev/flotilla/raftdpws/wire/EntryCodec.java",
                  "if (!XmlText.isCarriable(command.command())) {",
                  "if (false) {"),
          Plant.of(
              "what is no number is read as 1",
              XML + "XmlReader.java",
              "throw fail(element + \" holds '\" + quotable(text) + \"' where a whole number is expected\");",
              "return 1;",
              "what-is-not-meant-here-is-refused"));

  private HttpPlants() {}
}
