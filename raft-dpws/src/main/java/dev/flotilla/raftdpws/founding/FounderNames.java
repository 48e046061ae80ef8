package dev.flotilla.raftdpws.founding;

import dev.flotilla.raftdpws.message.MemberAddress;
import dev.flotilla.raftdpws.message.StatusResponse;
import dev.flotilla.storage.identity.Founder;
import java.util.List;
import java.util.stream.Collectors;

/** How founders are named to people. */
final class FounderNames {
  private FounderNames() {}

  static String founder(Founder founder) {
    return founder.member().id() + " at " + founder.address();
  }

  static String founders(List<Founder> founders) {
    return founders.stream().map(FounderNames::founder).collect(Collectors.joining(", "));
  }

  static String boundElsewhere(StatusResponse answer) {
    return answer.self().member().id()
        + " has accepted another founding list: "
        + members(answer.members());
  }

  static String members(List<MemberAddress> members) {
    return members.stream()
        .map(it -> it.member().id() + it.address().map(address -> " at " + address).orElse(""))
        .collect(Collectors.joining(", "));
  }
}
