package dev.flotilla.console;

import dev.flotilla.raft.model.Configuration;
import dev.flotilla.raft.model.Member;
import dev.flotilla.raftdpws.message.FollowerStatus;
import dev.flotilla.raftdpws.message.MemberAddress;
import dev.flotilla.raftdpws.message.MemberNames;
import dev.flotilla.raftdpws.message.MemberStatus;
import dev.flotilla.raftdpws.message.StatusResponse;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Stream;

/**
 * Makes a row of each member, as of one moment.
 *
 * @param configuration who counts
 * @param servers those that have answered
 * @param leader the one of them that leads
 * @param leaderSince since when it leads
 * @param loads how busy each is
 * @param now the moment
 */
record MemberRows(
    Configuration configuration,
    List<StatusResponse> servers,
    Optional<StatusResponse> leader,
    Optional<LeaderSince> leaderSince,
    Map<Member, List<Property>> loads,
    Instant now) {
  MemberState row(Member member) {
    Optional<StatusResponse> status =
        servers.stream().filter(it -> it.self().member().equals(member)).findFirst();
    Optional<FollowerStatus> distance =
        leader.stream()
            .flatMap(it -> it.distances().stream())
            .filter(it -> it.member().equals(member))
            .findFirst();
    boolean leads = leader.filter(it -> it.self().member().equals(member)).isPresent();
    return new MemberState(
        nameOf(member),
        status.map(StatusResponse::role).orElse(MemberState.NO_ANSWER),
        MemberStatus.of(member, configuration).name().toLowerCase(Locale.ROOT),
        status.map(StatusResponse::progress).map(MemberRows::progress),
        leads ? OptionalLong.of(0) : lag(distance),
        leads ? leaderSince : Optional.empty(),
        addressOf(member).orElse(""),
        MemberText.problems(status, distance, now),
        Stream.of(
                MemberNames.of(member.id(), servers).stream()
                    .map(name -> new Property("name", name))
                    .toList(),
                loads.getOrDefault(member, List.<Property>of()),
                MemberText.properties(member, status, distance))
            .flatMap(List::stream)
            .toList());
  }

  /** The id, with the incarnation where two of them are there. */
  private String nameOf(Member member) {
    boolean isOnlyOne =
        configuration.members().stream()
            .noneMatch(it -> it.id().equals(member.id()) && !it.equals(member));
    return isOnlyOne ? member.id().toString() : member.toString();
  }

  private Optional<String> addressOf(Member member) {
    return servers.stream()
        .filter(it -> it.self().member().equals(member))
        .flatMap(it -> it.self().address().stream())
        .findFirst()
        .or(
            () ->
                servers.stream()
                    .flatMap(it -> it.members().stream())
                    .filter(it -> it.member().equals(member))
                    .map(MemberAddress::address)
                    .flatMap(Optional::stream)
                    .findFirst());
  }

  private static MemberState.Progress progress(StatusResponse.Progress it) {
    return new MemberState.Progress(it.term(), it.lastIndex(), it.commitIndex(), it.appliedIndex());
  }

  private static OptionalLong lag(Optional<FollowerStatus> distance) {
    return distance.isPresent()
        ? OptionalLong.of(distance.get().entriesBehind())
        : OptionalLong.empty();
  }
}
