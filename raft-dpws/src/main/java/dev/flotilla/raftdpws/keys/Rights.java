package dev.flotilla.raftdpws.keys;

import dev.flotilla.dpws.http.HttpLimits;
import dev.flotilla.dpws.http.RequestGuard;
import dev.flotilla.dpws.soap.Exchange;
import dev.flotilla.dpws.soap.Operation;
import dev.flotilla.dpws.soap.SoapFault;
import dev.flotilla.raft.model.Bytes;
import dev.flotilla.raft.model.NodeId;
import dev.flotilla.raftdpws.message.ReadRevocationsRequest;
import dev.flotilla.raftdpws.message.ReadRevocationsResponse;
import dev.flotilla.raftdpws.typed.Refusal;
import dev.flotilla.raftdpws.typed.TypedContract;
import dev.flotilla.raftdpws.wire.RaftEvents;
import dev.flotilla.raftdpws.wire.RaftFault;
import dev.flotilla.raftdpws.wire.RaftNames;
import dev.flotilla.raftdpws.wire.RaftOperations;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What callers of a server may do. Without keys everybody may do everything. A refusal is logged
 * here, and its answer says nothing of the group.
 *
 * <p>An operation of ours that is not listed here is an administrator's, so that one which is added
 * is not open by mistake. Metadata and events of DPWS are an observer's.
 */
public final class Rights {
  /** Of a server without keys. */
  public static final Rights OPEN = new Rights(null);

  private static final Set<Role> ADMIN = Set.of(Role.ADMIN);
  private static final Set<Role> OBSERVER = Set.of(Role.OBSERVER);
  private static final Map<String, Set<Role>> ROLES = roles();

  private final @Nullable GroupKeys keys;

  private Rights(@Nullable GroupKeys keys) {
    this.keys = keys;
  }

  /** Those of a server; without keys everybody has every right. */
  public static Rights of(Optional<GroupKeys> keys) {
    return keys.map(Rights::new).orElse(OPEN);
  }

  /** Whether everybody may do everything. */
  public boolean areOpen() {
    return keys == null;
  }

  /** The limits of a server's endpoint, with TLS if it has keys. */
  public HttpLimits applyTo(HttpLimits limits) {
    return keys == null ? limits : limits.withKeys(keys.tls(), guard(keys));
  }

  /** When the server's own certificate expires; empty without keys. */
  public Optional<Instant> certificateEnds() {
    return Optional.ofNullable(keys).map(GroupKeys::endsAt);
  }

  /** The list of revoked certificates, if it is newer than the asker's; none without keys. */
  public ReadRevocationsResponse revocations(ReadRevocationsRequest request) {
    return keys == null
        ? ReadRevocationsResponse.NONE
        : keys.revocationsAfter(request.newerThanMillis())
            .map(Bytes::wrap)
            .map(ReadRevocationsResponse::new)
            .orElse(ReadRevocationsResponse.NONE);
  }

  /**
   * Whether a request comes from the member that it names as its sender; if not, the exchange is
   * answered.
   */
  public boolean isFrom(NodeId sender, Exchange<?> exchange) {
    return keys == null
        || isAllowed(keys, caller(keys, exchange).is(sender), "speaks as " + sender, exchange);
  }

  /**
   * Whether a request comes from that member or from an administrator; answers it if not.
   *
   * @param what is asked for, for the log
   */
  public boolean isFromOrAdmin(NodeId member, String what, Exchange<?> exchange) {
    if (keys == null) {
      return true;
    }
    Principal caller = caller(keys, exchange);
    return isAllowed(
        keys,
        caller.is(member) || caller.is(Role.ADMIN),
        "asks for the " + what + " of " + member,
        exchange);
  }

  /**
   * Under which name the caller owns what it opens: a digest of the subject, which a renewed
   * certificate shares; empty without keys.
   */
  public Optional<String> ownerOf(Exchange<?> exchange) {
    return keys == null ? Optional.empty() : Optional.of(caller(keys, exchange).digest());
  }

  /** Answers a fault that says nothing of the group, and logs why. With keys only. */
  public void refuse(Exchange<?> exchange, String what) {
    if (keys != null) {
      isAllowed(keys, false, what, exchange);
    }
  }

  private static boolean isAllowed(
      GroupKeys keys, boolean isAllowed, String what, Exchange<?> exchange) {
    if (!isAllowed) {
      keys.tls().logRefusal(exchange.remoteAddress(), caller(keys, exchange) + " " + what);
      exchange.fault(forbidden());
    }
    return isAllowed;
  }

  private static Principal caller(GroupKeys keys, Exchange<?> exchange) {
    return exchange
        .caller()
        .map(keys::principal)
        .orElseGet(() -> new Principal("nobody", Set.of(), Optional.empty()));
  }

  private static RequestGuard guard(GroupKeys keys) {
    return (action, caller, remote) -> {
      Set<Role> enough = rolesFor(action);
      Optional<Principal> principal = caller.map(keys::principal);
      if (principal.isPresent() && enough.stream().anyMatch(principal.get()::is)) {
        return Optional.empty();
      }
      keys.tls()
          .logRefusal(
              remote,
              principal.map(Principal::toString).orElse("nobody") + " may not ask for " + action);
      boolean isTyped = action.startsWith(TypedContract.NAMESPACE);
      return Optional.of(isTyped ? Refusal.inDetail(forbidden()) : forbidden());
    };
  }

  static Set<Role> rolesFor(String action) {
    boolean isOurs =
        Stream.of(RaftNames.FLOTILLA, RaftNames.RAFT, TypedContract.NAMESPACE)
            .anyMatch(action::startsWith);
    return ROLES.getOrDefault(action, isOurs ? ADMIN : OBSERVER);
  }

  private static SoapFault forbidden() {
    return RaftFault.FORBIDDEN.because("the certificate of the caller does not allow this");
  }

  private static Map<String, Set<Role>> roles() {
    Map<String, Set<Role>> roles = new HashMap<>();
    put(
        roles,
        Set.of(Role.CLIENT),
        RaftOperations.INSERT_COMMAND,
        RaftOperations.OPEN_SESSION,
        TypedContract.SUBMIT);
    put(
        roles,
        OBSERVER,
        RaftOperations.READ,
        RaftOperations.STATUS,
        RaftOperations.READ_REVOCATIONS,
        TypedContract.QUERY,
        TypedContract.STATUS);
    put(
        roles,
        Set.of(Role.MEMBER),
        RaftOperations.APPEND_ENTRIES,
        RaftOperations.REQUEST_VOTE,
        RaftOperations.PRE_VOTE,
        RaftOperations.TIMEOUT_NOW,
        RaftOperations.READ_INDEX,
        RaftOperations.INSTALL_SNAPSHOT,
        RaftOperations.FOUND,
        RaftOperations.CONFIRM_SILENCE);
    // Of itself only, which is checked when the body is read.
    put(
        roles,
        Set.of(Role.MEMBER, Role.ADMIN),
        RaftOperations.READMIT,
        RaftOperations.REMOVE_MEMBER);
    // Asked by servers, of subscribers.
    RaftEvents.published().forEach(event -> roles.put(event.action(), Set.of(Role.MEMBER)));
    roles.put(RaftEvents.COMMITTED_COMMANDS.action(), Set.of(Role.MEMBER));
    return Map.copyOf(roles);
  }

  private static void put(
      Map<String, Set<Role>> roles, Set<Role> enough, Operation<?, ?>... operations) {
    List.of(operations).forEach(operation -> roles.put(operation.action(), enough));
  }
}
