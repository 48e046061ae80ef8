package dev.flotilla.raftdpws.service;

import dev.flotilla.raft.Member;
import dev.flotilla.raftdpws.directory.AddressConfirmation;
import dev.flotilla.raftdpws.wire.MemberAddress;
import dev.flotilla.raftdpws.wire.RaftNames;
import java.net.URI;
import java.util.Optional;

/**
 * The addresses that clients are told.
 *
 * @param self this server
 * @param ownAddress its RAFT_Service
 * @param confirmation where the others have answered
 */
public record Whereabouts(Member self, URI ownAddress, AddressConfirmation confirmation) {
  /** The member with the address at which it answered last. */
  MemberAddress with(Member member) {
    Optional<URI> address =
        member.equals(self) ? Optional.of(ownAddress) : confirmation.last(member);
    return new MemberAddress(member, address.map(URI::toString));
  }

  /** Where a client is sent that should ask the leader; not where calls fail. */
  Optional<URI> current(Member leader) {
    return leader.equals(self) ? Optional.of(ownAddress) : confirmation.current(leader);
  }

  /** The same as the wire contract has it. */
  String ofLeader(Optional<Member> leader) {
    return leader.flatMap(this::current).map(URI::toString).orElse(RaftNames.UNKNOWN_LEADER);
  }
}
