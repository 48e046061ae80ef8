package dev.flotilla.raftdpws.directory;

import dev.flotilla.dpws.TokenBucket;
import dev.flotilla.dpws.http.client.CallFailure;
import dev.flotilla.raft.model.GroupId;
import dev.flotilla.raft.model.Member;
import dev.flotilla.raftdpws.message.StatusResponse;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.URI;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Which address of a member is true: one at which a server has answered as that very member, in its
 * incarnation and group. Clients get only such addresses, and a member that cannot be called at the
 * address that it names gets no pre-vote.
 *
 * <p>Two things confirm an address: the answer to a Status call, whoever made it, and the answer to
 * a peer request. What a peer request names as its sender's address is a claim, and leads to a
 * Status call there. A confirmation lasts until another address of the member is confirmed; it is
 * {@link #current} until a call there fails {@value #MAX_FAILURES} times in a row, or the link
 * there breaks.
 *
 * <p><b>Bounds.</b> {@value #MAX_MEMBERS} members, of which the one heard of longest ago is
 * forgotten. One call under way for each, and a pause of {@value #MIN_PAUSE_MILLIS} ms from one to
 * the next; a confirmation that is younger than {@value #FRESH_MILLIS} ms needs no call. To
 * addresses that are not confirmed, {@value #MAX_UNCONFIRMED_CALLS} calls are under way at once. A
 * stranger is who is not {@link #keep kept}: calls to strangers, wherever they are, are {@value
 * #MAX_STRANGER_CALLS} at once and {@value #STRANGER_CALLS_PER_SECOND} a second. They leave room
 * for one call to every other member of the largest group.
 *
 * <p><b>Thread.</b> Any thread; nothing blocks on anything but a short lock.
 */
public final class AddressConfirmation {
  /** Members of which something is known. */
  static final int MAX_MEMBERS = 256;

  /** So many failed calls in a row, and the address is not current any more. */
  public static final int MAX_FAILURES = 2;

  /** Younger confirmations are believed without a call. */
  static final long FRESH_MILLIS = 1_000;

  /** From one call for a member to the next. */
  static final long MIN_PAUSE_MILLIS = 50;

  /** From one call to a member by the other family to the next. */
  static final long OTHER_FAMILY_MILLIS = 60_000;

  /** Calls under way to strangers, and to addresses of members that are not confirmed. */
  static final int MAX_UNCONFIRMED_CALLS = 32;

  /** Calls under way to strangers. */
  static final int MAX_STRANGER_CALLS = 8;

  /** Calls to strangers that begin in a second. */
  static final int STRANGER_CALLS_PER_SECOND = 10;

  private static final long NANOS_PER_MILLI = 1_000_000;

  private final String groupName;
  private final AddressDirectory directory;
  private final Function<URI, CompletionStage<StatusResponse>> status;
  private final Function<URI, CompletionStage<StatusResponse>> statusAnew;
  private final LongSupplier nanoTime;
  private final Map<Member, Known> members = new LinkedHashMap<>();
  private final TokenBucket strangers;
  private Set<Member> kept = Set.of();
  private int unconfirmedCalls;
  private int strangerCalls;
  private volatile @Nullable GroupId group;

  /** How a call to a member ended. */
  public enum Verdict {
    /** The member answered, now or a moment ago. */
    CALLABLE,
    /** Nobody answered, or somebody else did. */
    NOT_CALLABLE,
    /**
     * No address of the member is known, a call for it is too recent, or there are too many; or
     * this server has no socket for it.
     */
    NOT_CALLED
  }

  /** What is known of one member. Under the lock of the whole. */
  private static final class Known {
    private @Nullable URI claimed;
    private @Nullable URI confirmed;
    // Of the family that the confirmed one is not of, for callers that use it.
    private @Nullable URI otherFamily;
    private @Nullable Long otherFamilyCalledNanos;
    private long confirmedNanos;
    private int failures;
    private @Nullable Attempt underWay;
    private @Nullable Long calledNanos;
    private @Nullable URI failed;
    private int turn;

    /** A member that is not where it was met may have lost its other address as well. */
    void failed(URI address, int times) {
      if (address.equals(confirmed)) {
        failures += times;
      }
      if (address.equals(otherFamily)) {
        otherFamily = null;
      } else if (failures >= MAX_FAILURES) {
        otherFamily = null;
        otherFamilyCalledNanos = null;
      }
    }

    boolean isFresh(URI address, long nowNanos) {
      return address.equals(confirmed)
          && failures == 0
          && nowNanos - confirmedNanos < FRESH_MILLIS * NANOS_PER_MILLI;
    }

    boolean isOfOtherFamily(URI address) {
      return confirmed != null && RaftAddress.isIpv6(confirmed) != RaftAddress.isIpv6(address);
    }

    boolean mayCall(long nowNanos, boolean pauses) {
      return underWay == null
          && (!pauses
              || calledNanos == null
              || nowNanos - calledNanos >= MIN_PAUSE_MILLIS * NANOS_PER_MILLI);
    }
  }

  private record Attempt(
      URI address,
      boolean isToStranger,
      boolean isUnconfirmed,
      CompletableFuture<Verdict> verdict) {}

  /**
   * Knows nothing yet.
   *
   * @param groupName the name of this server's group
   * @param directory gets the addresses that are confirmed
   * @param status asks who lives at an address, with a timeout of its own; must not block
   * @param nanoTime the time in nanoseconds
   */
  public AddressConfirmation(
      String groupName,
      AddressDirectory directory,
      Function<URI, CompletionStage<StatusResponse>> status,
      LongSupplier nanoTime) {
    this(groupName, directory, status, status, nanoTime);
  }

  /**
   * The same.
   *
   * @param statusAnew asks by a connection that is opened for it
   */
  public AddressConfirmation(
      String groupName,
      AddressDirectory directory,
      Function<URI, CompletionStage<StatusResponse>> status,
      Function<URI, CompletionStage<StatusResponse>> statusAnew,
      LongSupplier nanoTime) {
    this.statusAnew = statusAnew;
    this.groupName = groupName;
    this.directory = directory;
    this.status = status;
    this.nanoTime = nanoTime;
    this.strangers =
        new TokenBucket(STRANGER_CALLS_PER_SECOND, STRANGER_CALLS_PER_SECOND, nanoTime.getAsLong());
  }

  /** Where the addresses are that nobody has confirmed. */
  public AddressDirectory directory() {
    return directory;
  }

  /** The group is founded: servers of others of the same name confirm nothing from now on. */
  public void belongsTo(GroupId id) {
    group = id;
  }

  /**
   * These are the other members: strangers take nothing from them. Another incarnation of one is a
   * stranger.
   */
  public void keep(Collection<Member> others) {
    synchronized (this) {
      kept = Set.copyOf(others);
    }
    directory.keep(others.stream().map(Member::id).distinct().toList());
  }

  /** Where the member was met last. */
  public synchronized Optional<URI> last(Member member) {
    Known known = members.get(member);
    return known == null ? Optional.empty() : Optional.ofNullable(known.confirmed);
  }

  /** Where the member was met last, unless calls there have failed since. */
  public synchronized Optional<URI> current(Member member) {
    Known known = members.get(member);
    return known == null || known.failures >= MAX_FAILURES
        ? Optional.empty()
        : Optional.ofNullable(known.confirmed);
  }

  /**
   * {@link #current(Member)} for a caller that uses IPv4 or IPv6: of the same family, if the member
   * has answered at such an address, too.
   *
   * @param caller where the caller is, or has come to
   */
  public synchronized Optional<URI> current(Member member, InetAddress caller) {
    Optional<URI> current = current(member);
    return current
        .filter(it -> RaftAddress.isIpv6(it) != isIpv6(caller))
        .map(it -> members.get(member))
        .map(known -> known.otherFamily)
        .or(() -> current);
  }

  private static boolean isIpv6(InetAddress address) {
    return address instanceof Inet6Address;
  }

  /** The member has answered there as what it is. */
  public void answered(Member member, URI address) {
    synchronized (this) {
      Known known = known(member);
      if (known.isOfOtherFamily(address)) {
        if (known.failures < MAX_FAILURES && !address.equals(known.claimed)) {
          known.otherFamily = address;
          return;
        }
        known.otherFamily = null;
      }
      known.confirmed = address;
      known.confirmedNanos = nanoTime.getAsLong();
      known.failures = 0;
    }
    directory.worked(member.id(), address);
  }

  /** Takes the answer to any Status call. */
  public void heard(URI address, StatusResponse answer) {
    if (isOurs(answer)) {
      answered(answer.self().member(), address);
    }
  }

  /** The link to the member at that address broke, or somebody else answers there. */
  public void failed(Member member, URI address) {
    synchronized (this) {
      Known known = members.get(member);
      if (known != null) {
        known.failed(address, MAX_FAILURES);
      }
    }
    directory.failed(member.id(), address);
  }

  /** The member says that it is there: a call there is made unless it was met there just now. */
  public void claimed(Member member, URI address) {
    directory.named(member.id(), address);
    synchronized (this) {
      known(member).claimed = address;
    }
    var unused = call(member, address, true);
  }

  /**
   * Calls the member at the address that it named last and, if that fails, where it was met: others
   * may have named an address in its name.
   */
  public CompletionStage<Verdict> call(Member member) {
    Optional<URI> claimed;
    Optional<URI> met;
    synchronized (this) {
      Known known = members.get(member);
      claimed = Optional.ofNullable(known == null ? null : known.claimed);
      met = Optional.ofNullable(known == null ? null : known.confirmed);
    }
    Optional<URI> second = met.filter(address -> !Optional.of(address).equals(claimed));
    if (claimed.isEmpty()) {
      return second.isPresent()
          ? call(member, second.get(), true)
          : CompletableFuture.completedStage(Verdict.NOT_CALLED);
    }
    CompletionStage<Verdict> first = call(member, claimed.get(), true);
    return second.isEmpty()
        ? first
        : first.thenCompose(
            verdict ->
                verdict == Verdict.NOT_CALLABLE
                    ? call(member, second.get(), false)
                    : CompletableFuture.completedStage(verdict));
  }

  /**
   * Calls the member where it was met last, by a new connection: connections that are open already
   * do not show that the member still accepts others.
   */
  public CompletionStage<Verdict> callAnew(Member member) {
    Optional<URI> address = last(member);
    if (address.isEmpty()) {
      return CompletableFuture.completedStage(Verdict.NOT_CALLED);
    }
    return statusAnew
        .apply(address.get())
        .handle((answer, failure) -> verdict(member, answer, failure));
  }

  /**
   * Looks for the members that are at no current address, at the next one that is known of each;
   * and at an address of the other family for those that are at a current one.
   */
  public void lookFor(Collection<Member> all) {
    for (Member member : all) {
      Optional<URI> current = current(member);
      Optional<URI> next =
          current.isEmpty() ? nextCandidate(member) : otherFamily(member, current.get());
      next.ifPresent(address -> call(member, address, true));
    }
  }

  /** Where the member may be called by IPv6 if it is called by IPv4, or the other way round. */
  private Optional<URI> otherFamily(Member member, URI current) {
    long nowNanos = nanoTime.getAsLong();
    synchronized (this) {
      Known known = known(member);
      Long called = known.otherFamilyCalledNanos;
      if (called != null && nowNanos - called < OTHER_FAMILY_MILLIS * NANOS_PER_MILLI) {
        return Optional.empty();
      }
    }
    return directory.candidatesOf(member.id()).stream()
        .filter(address -> RaftAddress.isIpv6(address) != RaftAddress.isIpv6(current))
        .findFirst();
  }

  /** With the pause since the last call for the member, or without. */
  private CompletionStage<Verdict> call(Member member, URI address, boolean pauses) {
    Attempt attempt;
    synchronized (this) {
      Known known = known(member);
      long nowNanos = nanoTime.getAsLong();
      if (known.isFresh(address, nowNanos)) {
        return CompletableFuture.completedStage(Verdict.CALLABLE);
      }
      if (known.underWay != null && known.underWay.address().equals(address)) {
        return known.underWay.verdict();
      }
      if (!known.mayCall(nowNanos, pauses)) {
        return CompletableFuture.completedStage(
            address.equals(known.failed) ? Verdict.NOT_CALLABLE : Verdict.NOT_CALLED);
      }
      attempt = attempt(member, address, !address.equals(known.confirmed));
      if (!mayBegin(attempt, nowNanos)) {
        return CompletableFuture.completedStage(Verdict.NOT_CALLED);
      }
      known.underWay = attempt;
      known.calledNanos = nowNanos;
      if (known.isOfOtherFamily(address)) {
        known.otherFamilyCalledNanos = nowNanos;
      }
    }
    // Outside of the lock: the answer may be there at once.
    try {
      status
          .apply(address)
          .whenComplete((answer, failure) -> ended(member, attempt, answer, failure));
    } catch (RuntimeException e) {
      ended(member, attempt, null, e);
    }
    return attempt.verdict();
  }

  private Attempt attempt(Member member, URI address, boolean isElsewhere) {
    boolean isToStranger = !kept.contains(member);
    return new Attempt(
        address, isToStranger, isToStranger || isElsewhere, new CompletableFuture<>());
  }

  /** Whether there is room for the call; counts it then. Under the lock. */
  private boolean mayBegin(Attempt attempt, long nowNanos) {
    if (attempt.isUnconfirmed() && unconfirmedCalls >= MAX_UNCONFIRMED_CALLS) {
      return false;
    }
    if (attempt.isToStranger()
        && (strangerCalls >= MAX_STRANGER_CALLS || !strangers.take(nowNanos))) {
      return false;
    }
    count(attempt, 1);
    return true;
  }

  private void count(Attempt attempt, int change) {
    unconfirmedCalls += attempt.isUnconfirmed() ? change : 0;
    strangerCalls += attempt.isToStranger() ? change : 0;
  }

  private void ended(
      Member member,
      Attempt attempt,
      @Nullable StatusResponse answer,
      @Nullable Throwable failure) {
    Verdict verdict = verdict(member, answer, failure);
    synchronized (this) {
      count(attempt, -1);
      Known known = known(member);
      if (attempt.equals(known.underWay)) {
        known.underWay = null;
      }
      if (verdict == Verdict.CALLABLE) {
        known.failed = null;
      } else if (verdict == Verdict.NOT_CALLABLE) {
        known.failed = attempt.address();
        known.failed(attempt.address(), 1);
      }
    }
    if (verdict == Verdict.CALLABLE) {
      answered(member, attempt.address());
    }
    attempt.verdict().complete(verdict);
  }

  /** That this server has no socket for a call says nothing of the member. */
  private Verdict verdict(
      Member member, @Nullable StatusResponse answer, @Nullable Throwable failure) {
    if (answer != null && isOurs(answer) && answer.self().member().equals(member)) {
      return Verdict.CALLABLE;
    }
    return CallFailure.isForWantOfSockets(failure) ? Verdict.NOT_CALLED : Verdict.NOT_CALLABLE;
  }

  private boolean isOurs(StatusResponse answer) {
    GroupId ours = group;
    return answer.name().equals(groupName)
        && (ours == null || answer.group().filter(ours::equals).isPresent());
  }

  private Optional<URI> nextCandidate(Member member) {
    List<URI> candidates = directory.candidatesOf(member.id());
    if (candidates.isEmpty()) {
      return Optional.empty();
    }
    synchronized (this) {
      return Optional.of(candidates.get(Math.floorMod(known(member).turn++, candidates.size())));
    }
  }

  private Known known(Member member) {
    Known latest = members.remove(member);
    if (latest == null) {
      latest = new Known();
      if (members.size() >= MAX_MEMBERS) {
        members.remove(oldestStranger());
      }
    }
    // Behind all others: the map is in order of time.
    members.put(member, latest);
    return latest;
  }

  /** Or the oldest of all, if every one of them is kept. */
  private Member oldestStranger() {
    return members.keySet().stream()
        .filter(member -> !kept.contains(member))
        .findFirst()
        .orElseGet(() -> members.keySet().iterator().next());
  }
}
