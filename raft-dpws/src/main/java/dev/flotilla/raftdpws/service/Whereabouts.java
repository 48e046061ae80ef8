package dev.flotilla.raftdpws.service;

import dev.flotilla.raft.Member;
import dev.flotilla.raftdpws.directory.AddressDirectory;
import dev.flotilla.raftdpws.wire.MemberAddress;
import dev.flotilla.raftdpws.wire.RaftNames;
import java.net.URI;
import java.util.Optional;

/**
 * The addresses that clients are told.
 *
 * @param self this server
 * @param ownAddress its RAFT_Service
 * @param directory where the others are
 */
public record Whereabouts(Member self, URI ownAddress, AddressDirectory directory) {
  Optional<String> of(Member member) {
    Optional<URI> address =
        member.equals(self) ? Optional.of(ownAddress) : directory.address(member.id());
    return address.map(URI::toString);
  }

  MemberAddress with(Member member) {
    return new MemberAddress(member, of(member));
  }

  /** What a client that should ask the leader is told. */
  String ofLeader(Optional<Member> leader) {
    return leader.flatMap(this::of).orElse(RaftNames.UNKNOWN_LEADER);
  }
}
