package dev.flotilla.raftdpws.service;

import dev.flotilla.raft.model.Member;
import dev.flotilla.raftdpws.directory.AddressConfirmation;
import dev.flotilla.raftdpws.message.MemberAddress;
import dev.flotilla.raftdpws.wire.RaftNames;
import java.net.URI;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * The addresses that clients are told.
 *
 * @param self this server
 * @param ownAddress its RAFT_Service as it is at the moment
 * @param confirmation where the others have answered
 */
public record MemberAddresses(
    Member self, Supplier<URI> ownAddress, AddressConfirmation confirmation) {
  /** The member with the address at which it answered last. */
  MemberAddress with(Member member) {
    Optional<URI> address =
        member.equals(self) ? Optional.of(ownAddress.get()) : confirmation.last(member);
    return new MemberAddress(member, address.map(URI::toString));
  }

  /** Where a client is sent that should ask the leader; not where calls fail. */
  Optional<URI> current(Member leader) {
    return leader.equals(self) ? Optional.of(ownAddress.get()) : confirmation.current(leader);
  }

  /** The same as the wire contract has it. */
  String ofLeader(Optional<Member> leader) {
    return leader.flatMap(this::current).map(URI::toString).orElse(RaftNames.UNKNOWN_LEADER);
  }
}
