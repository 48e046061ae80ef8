package dev.flotilla.console;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;

/** States to test with. */
final class TestStates {
  static final Instant START = Instant.parse("2026-01-02T03:04:05Z");

  private TestStates() {}

  static ConsoleState state(long second, MemberState... members) {
    return ConsoleState.ofGroup(
        START.plusSeconds(second), "hall", Optional.of("5e9c"), List.of(members), List.of());
  }

  static MemberState leader(String id, long term) {
    return member(
        id,
        "leader",
        "voter",
        Optional.of(new MemberState.Progress(term, 7, 7, 7)),
        Optional.of(new LeaderSince(START, LeaderSince.Kind.EXACT)));
  }

  static MemberState follower(String id, String standing) {
    return member(
        id,
        "follower",
        standing,
        Optional.of(new MemberState.Progress(1, 7, 6, 5)),
        Optional.empty());
  }

  static MemberState silent(String id, String standing) {
    return member(id, MemberState.NO_ANSWER, standing, Optional.empty(), Optional.empty());
  }

  static NodeState node(String name, String state) {
    return new NodeState(
        name,
        state,
        OptionalInt.of(250),
        OptionalLong.of(1_000),
        OptionalLong.of(4_000),
        17,
        Optional.of(START),
        List.of());
  }

  private static MemberState member(
      String id,
      String role,
      String standing,
      Optional<MemberState.Progress> progress,
      Optional<LeaderSince> since) {
    return new MemberState(
        id,
        role,
        standing,
        progress,
        OptionalLong.of(2),
        since,
        "http://127.0.0.1:1234/",
        List.of(),
        List.of(new Property("snapshot", "none")));
  }
}
