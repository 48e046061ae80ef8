package dev.flotilla.raftdpws.service;

import dev.flotilla.dpws.soap.Exchange;
import dev.flotilla.raft.model.Member;
import dev.flotilla.raftdpws.directory.AddressConfirmation;
import dev.flotilla.raftdpws.message.MemberAddress;
import dev.flotilla.raftdpws.wire.RaftNames;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The addresses that clients are told.
 *
 * @param self this server
 * @param ownAddress its RAFT_Service as it is at the moment
 * @param confirmation where the others have answered
 * @param met the address at which the client has met this server, if that is known
 */
public record MemberAddresses(
    Member self,
    Supplier<URI> ownAddress,
    AddressConfirmation confirmation,
    Optional<InetAddress> met) {
  /** For clients of which nothing is known. */
  public MemberAddresses(Member self, Supplier<URI> ownAddress, AddressConfirmation confirmation) {
    this(self, ownAddress, confirmation, Optional.empty());
  }

  /** The same for somebody who has met this server at an address, and can call it there again. */
  MemberAddresses metAt(InetSocketAddress local) {
    InetAddress address = local.getAddress();
    if (address == null || address.isAnyLocalAddress()) {
      return this;
    }
    URI own = ownAddress.get();
    String literal = address.getHostAddress().replaceFirst("%.*", "");
    String host = literal.contains(":") ? "[" + literal + "]" : literal;
    URI here =
        URI.create(own.getScheme() + "://" + host + ":" + local.getPort() + own.getRawPath());
    return new MemberAddresses(self, () -> here, confirmation, Optional.of(address));
  }

  /** The member with the address at which it answered last. */
  MemberAddress with(Member member) {
    Optional<URI> address =
        member.equals(self) ? Optional.of(ownAddress.get()) : confirmation.last(member);
    return new MemberAddress(member, address.map(URI::toString));
  }

  /** Where a client is sent that should ask the leader; not where calls fail. */
  Optional<URI> current(Member leader) {
    return leader.equals(self)
        ? Optional.of(ownAddress.get())
        : met.map(it -> confirmation.current(leader, it))
            .orElseGet(() -> confirmation.current(leader));
  }

  /** Whether an address is this server's: as it is announced, or as a client has met it. */
  boolean isOwn(String address, InetSocketAddress metAt) {
    URI named = URI.create(address);
    URI own = ownAddress.get();
    return named.equals(own)
        || (named.getPort() == metAt.getPort()
            && literal(named.getHost()).equals(literal(metAt.getAddress().getHostAddress())));
  }

  /** Without the brackets and the zone of IPv6. */
  private static String literal(@Nullable String host) {
    String bare = host == null ? "" : host.replace("[", "").replace("]", "");
    int zone = bare.indexOf('%');
    return zone < 0 ? bare : bare.substring(0, zone);
  }

  /** The same as the wire contract has it; a client is not sent to where it is. */
  String ofLeader(Optional<Member> leader) {
    return leader
        .filter(it -> !it.equals(self))
        .flatMap(this::current)
        .map(URI::toString)
        .orElse(RaftNames.UNKNOWN_LEADER);
  }

  /** {@link #ofLeader} for the sender of a request. */
  String leaderFor(Exchange<?> request, Optional<Member> leader) {
    return metAt(request.localAddress()).ofLeader(leader);
  }
}
