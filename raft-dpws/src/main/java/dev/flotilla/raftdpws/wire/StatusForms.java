package dev.flotilla.raftdpws.wire;

import static dev.flotilla.raftdpws.wire.Fields.MEMBER;
import static dev.flotilla.raftdpws.wire.Fields.NAME;
import static dev.flotilla.raftdpws.wire.Fields.flotilla;
import static dev.flotilla.raftdpws.wire.Fields.gauge;
import static dev.flotilla.raftdpws.wire.Fields.index;
import static dev.flotilla.raftdpws.wire.Form.text;
import static dev.flotilla.raftdpws.wire.Form.token;

import dev.flotilla.raft.Contradictions;
import dev.flotilla.raft.options.Timing;
import dev.flotilla.raftdpws.message.FollowerStatus;
import dev.flotilla.raftdpws.message.MemberAddress;
import dev.flotilla.raftdpws.message.SnapshotStatus;
import dev.flotilla.raftdpws.message.StatusDetails;
import dev.flotilla.raftdpws.message.StatusFacts;
import dev.flotilla.raftdpws.message.StatusRequest;
import dev.flotilla.raftdpws.message.StatusResponse;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The forms of a server's status. */
final class StatusForms {
  static final Form<StatusRequest> REQUEST =
      Form.of(StatusRequest.class, token(flotilla("edition")).optional());

  private static final Form<MemberAddress> MEMBER_ADDRESS =
      Form.of(MemberAddress.class, MEMBER, Fields.ADDRESS.optional());

  private static final Form<SnapshotStatus> SNAPSHOT =
      Form.of(
          SnapshotStatus.class,
          gauge("index"),
          gauge("sizeBytes"),
          gauge("ageMillis"),
          gauge("durationMillis"),
          gauge("entriesBehind"),
          gauge("bytesBehind"),
          gauge("sentBytes"),
          gauge("receivedBytes"));

  private static final Form<FollowerStatus> FOLLOWER =
      Form.of(
          FollowerStatus.class,
          MEMBER,
          gauge("entriesBehind"),
          Form.maybe(gauge("snapshotBytesLeft")),
          gauge("silentMillis"));

  private static final Form<Intervals> INTERVALS =
      Form.of(
          Intervals.class,
          gauge("electionMinMillis"),
          gauge("electionMaxMillis"),
          gauge("heartbeatMillis"));

  private static final Form<Contradictions> CONTRADICTIONS =
      Form.of(Contradictions.class, gauge("refused"), gauge("divergences"), text(flotilla("last")));

  private static final Form<StatusFacts> FACTS =
      Form.of(Fact.class, token(flotilla("name")), text(flotilla("value")))
          .in(flotilla("fact"))
          .list()
          .as(StatusForms::facts, StatusForms::list);

  static final Form<StatusResponse> RESPONSE =
      Form.<StatusResponse>of(
              StatusResponse.class,
              Fields.VERSION,
              NAME,
              Fields.GROUP.optional(),
              MEMBER_ADDRESS.in(flotilla("self")),
              text(flotilla("role")),
              MEMBER_ADDRESS.in(flotilla("leader")).optional(),
              Form.of(
                  StatusResponse.Progress.class,
                  Fields.TERM,
                  index(flotilla("lastIndex")),
                  index(flotilla("durableIndex")),
                  index(flotilla("commitIndex")),
                  index(flotilla("appliedIndex"))),
              MEMBER_ADDRESS.in(flotilla("member")).list(),
              Fields.CONFIGURATION.optional(),
              text(flotilla("waitingFor")).optional(),
              Form.of(
                  StatusDetails.class,
                  SNAPSHOT.in(flotilla("newestSnapshot")).optional(),
                  FOLLOWER.in(flotilla("follower")).list(),
                  INTERVALS
                      .in(flotilla("timing"))
                      .optional()
                      .as(it -> it.flatMap(Intervals::timing), it -> it.map(Intervals::of)),
                  CONTRADICTIONS.in(flotilla("contradictions")).orElse(Contradictions.NONE),
                  text(flotilla("certificateEnds"))
                      .optional()
                      .as(it -> it.flatMap(StatusForms::instant), it -> it.map(Instant::toString)),
                  FACTS))
          .placed(Fields.TERM, 5);

  private StatusForms() {}

  /** The intervals of a server. */
  record Intervals(long minMillis, long maxMillis, long heartbeatMillis) {
    static Intervals of(Timing timing) {
      return new Intervals(
          timing.electionMinMillis(), timing.electionMaxMillis(), timing.heartbeatMillis());
    }

    /** Empty for those that no server of ours has: they are for people, and no reason to fail. */
    Optional<Timing> timing() {
      try {
        return Optional.of(
            new Timing(
                Math.toIntExact(minMillis),
                Math.toIntExact(maxMillis),
                Math.toIntExact(heartbeatMillis)));
      } catch (ArithmeticException | IllegalArgumentException e) {
        return Optional.empty();
      }
    }
  }

  /** A named value. */
  record Fact(String name, String value) {}

  private static StatusFacts facts(List<Fact> received) {
    return StatusFacts.ofReceived(
        received.stream().map(it -> Map.entry(it.name(), it.value())).toList());
  }

  private static List<Fact> list(StatusFacts facts) {
    return facts.values().entrySet().stream()
        .map(it -> new Fact(it.getKey(), it.getValue()))
        .toList();
  }

  /** Empty for what is no time: it is for people, and no reason to fail. */
  private static Optional<Instant> instant(String text) {
    try {
      return Optional.of(Instant.parse(text));
    } catch (DateTimeParseException e) {
      return Optional.empty();
    }
  }
}
