package dev.flotilla.raftdpws.directory;

import dev.flotilla.raft.model.GroupId;
import dev.flotilla.raft.model.NodeId;
import dev.flotilla.raftdpws.message.StatusFact;
import dev.flotilla.raftdpws.message.StatusFacts;
import dev.flotilla.raftdpws.message.StatusResponse;
import java.net.URI;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Servers that must not be: those of another founded group with this group's name, and another one
 * with this server's identity, from a copy of its data directory. Both are believed only when the
 * server itself answers, are logged at WARN while they last, and are facts of the status.
 *
 * <p>Servers of the name that are announced and are no members are asked again for {@value
 * #SUSPECT_ASKS} times, since they may found their group later. A conflict is asked every {@value
 * #ASK_SECONDS} s. It is over after {@value #MAX_FAILURES} times without an answer, when another
 * answer comes from its address, or when nothing has shown it for {@value #CONFIRMED_MINUTES}
 * minutes.
 *
 * <p>Without keys anybody on the link can answer as another group. So clients are refused only with
 * keys, where the other group's certificates are of this group's authority.
 *
 * <p><b>Bound.</b> {@value #MAX_PLACES} addresses; a suspect gives way to what comes later.
 *
 * <p><b>Thread.</b> Any thread; nothing blocks on anything but a short lock.
 */
public final class NameConflicts {
  static final int MAX_PLACES = 16;
  static final int SUSPECT_ASKS = 6;
  static final int ASK_SECONDS = 10;
  static final int MAX_FAILURES = 3;
  static final int CONFIRMED_MINUTES = 5;

  private static final Logger LOG = LoggerFactory.getLogger(NameConflicts.class);
  private static final long SECOND_NANOS = 1_000_000_000;
  private static final long WARN_NANOS = 60 * SECOND_NANOS;
  private static final long CONFIRMED_NANOS = CONFIRMED_MINUTES * 60 * SECOND_NANOS;

  private final String name;
  private final NodeId self;
  private final ClientsWithoutId clients;
  private final String process;
  private final Function<URI, CompletionStage<StatusResponse>> status;
  // In the order in which they came.
  private final Map<URI, Place> places = new LinkedHashMap<>();
  private @Nullable GroupId group;
  private @Nullable Long warnedNanos;
  private volatile Optional<String> twins = Optional.empty();
  private volatile Optional<String> otherGroups = Optional.empty();

  /** What becomes of clients that name no group id while another group has the name. */
  public enum ClientsWithoutId {
    /** Nothing proves the other group, or an operator has named this one. */
    SERVED,
    /** With keys: the other group is as true as this one. */
    REFUSED
  }

  private static final class Place {
    private boolean isTwin;
    private @Nullable GroupId other;
    private boolean isAsked;
    private int asks;
    private int failures;
    private long nextNanos;
    private long confirmedNanos;

    Place(long nowNanos) {
      nextNanos = nowNanos;
    }

    boolean isConflict() {
      return isTwin || other != null;
    }
  }

  /**
   * Knows of none.
   *
   * @param name the group's name
   * @param self this server
   * @param clients what becomes of clients that cannot tell which group they mean
   * @param process what no other process has, this server's copy included
   * @param status asks who lives at an address, and hands every answer to {@link #heard}
   */
  public NameConflicts(
      String name,
      NodeId self,
      ClientsWithoutId clients,
      String process,
      Function<URI, CompletionStage<StatusResponse>> status) {
    this.name = name;
    this.self = self;
    this.clients = clients;
    this.process = process;
    this.status = status;
  }

  /** This server belongs to a founded group from now on. */
  public synchronized void belongsTo(GroupId id) {
    group = id;
  }

  /** A server of the name was announced that is no member. */
  public synchronized void announced(ServerSighting sighting, long nowNanos) {
    if (group == null || sighting.group().filter(it -> it.equals(group)).isPresent()) {
      return;
    }
    var unused = place(sighting.address(), nowNanos);
  }

  /**
   * Takes the answer to any Status call.
   *
   * @return whether it shows a conflict that was not known
   */
  public synchronized boolean heard(URI address, StatusResponse answer, long nowNanos) {
    boolean isTwin = isTwin(answer);
    Optional<GroupId> other = otherGroupOf(answer);
    if (!isTwin && other.isEmpty()) {
      Place known = places.get(address);
      if (known != null && (answer.group().isPresent() || known.isConflict())) {
        end(address, "it is no conflict any more");
      }
      return false;
    }
    Place place = place(address, nowNanos);
    if (place == null) {
      return false;
    }
    boolean isNew = !place.isConflict();
    place.failures = 0;
    place.confirmedNanos = nowNanos;
    place.isTwin = isTwin;
    place.other = other.orElse(null);
    describe();
    if (isNew) {
      warn(nowNanos);
    }
    return isNew;
  }

  /** Asks what is due; called often. */
  public void look(long nowNanos) {
    List<URI> due = new ArrayList<>();
    synchronized (this) {
      endUnconfirmed(nowNanos);
      places
          .values()
          .removeIf(place -> !place.isConflict() && !place.isAsked && place.asks >= SUSPECT_ASKS);
      places.forEach(
          (address, place) -> {
            if (!place.isAsked && nowNanos - place.nextNanos >= 0) {
              place.isAsked = true;
              due.add(address);
            }
          });
      Long warned = warnedNanos;
      if (warned != null && nowNanos - warned >= WARN_NANOS) {
        warn(nowNanos);
      }
    }
    due.forEach(this::ask);
  }

  /** Adds this process and the conflicts. */
  public StatusFacts addTo(StatusFacts facts) {
    return facts
        .with(StatusFact.PROCESS, process)
        .with(StatusFact.OWN_ID_ELSEWHERE, twins)
        .with(StatusFact.OTHER_GROUPS, otherGroups);
  }

  /**
   * Why a client that names no group id is not served: other groups are proven to have the name,
   * and no operator has named this one.
   */
  public Optional<String> ambiguity() {
    return clients == ClientsWithoutId.SERVED
        ? Optional.empty()
        : otherGroups.map(
            others ->
                ("several groups have the name '%s': this server is of %s, others are %s. Name the"
                        + " one that is meant by its id, or stop the servers of the other")
                    .formatted(name, ownGroup(), others));
  }

  private synchronized String ownGroup() {
    return String.valueOf(group);
  }

  private boolean isTwin(StatusResponse answer) {
    return answer.self().member().id().equals(self)
        && answer.facts().text(StatusFact.PROCESS).filter(it -> !it.equals(process)).isPresent();
  }

  private Optional<GroupId> otherGroupOf(StatusResponse answer) {
    GroupId ours = group;
    return ours == null || !answer.name().equals(name)
        ? Optional.empty()
        : answer.group().filter(it -> !it.equals(ours));
  }

  private @Nullable Place place(URI address, long nowNanos) {
    Place known = places.get(address);
    if (known != null) {
      return known;
    }
    if (places.size() >= MAX_PLACES) {
      Optional<URI> suspect =
          places.entrySet().stream()
              .filter(entry -> !entry.getValue().isConflict())
              .map(Map.Entry::getKey)
              .findFirst();
      if (suspect.isEmpty()) {
        return null;
      }
      places.remove(suspect.get());
    }
    Place place = new Place(nowNanos);
    places.put(address, place);
    return place;
  }

  private void ask(URI address) {
    status
        .apply(address)
        .whenComplete((answer, failure) -> ended(address, answer != null, System.nanoTime()));
  }

  private synchronized void ended(URI address, boolean isAnswered, long nowNanos) {
    Place place = places.get(address);
    if (place == null) {
      return;
    }
    place.isAsked = false;
    place.asks++;
    place.failures = isAnswered ? 0 : place.failures + 1;
    long seconds = place.isConflict() ? ASK_SECONDS : 1L << place.asks;
    place.nextNanos = nowNanos + seconds * SECOND_NANOS;
    if (place.failures >= MAX_FAILURES && place.isConflict()) {
      end(address, "it does not answer any more");
    }
  }

  /** They become suspects again: an answer may have been lost for as long as this. */
  private void endUnconfirmed(long nowNanos) {
    List<URI> old = new ArrayList<>();
    places.forEach(
        (address, place) -> {
          if (place.isConflict() && nowNanos - place.confirmedNanos >= CONFIRMED_NANOS) {
            old.add(address);
          }
        });
    for (URI address : old) {
      end(address, "nothing has shown it for %s minutes".formatted(CONFIRMED_MINUTES));
      places.put(address, new Place(nowNanos));
    }
  }

  private void end(URI address, String why) {
    Place place = places.remove(address);
    if (place != null && place.isConflict()) {
      LOG.info("group '{}': the conflict with {} is over: {}", name, address, why);
      describe();
    }
  }

  private void describe() {
    twins = joined(entry -> entry.getValue().isTwin ? entry.getKey().toString() : "");
    otherGroups =
        joined(
            entry ->
                entry.getValue().other == null
                    ? ""
                    : entry.getValue().other + " at " + entry.getKey());
    if (twins.isEmpty() && otherGroups.isEmpty()) {
      warnedNanos = null;
    }
  }

  private Optional<String> joined(Function<Map.Entry<URI, Place>, String> words) {
    String text =
        places.entrySet().stream()
            .map(words)
            .filter(it -> !it.isEmpty())
            .collect(Collectors.joining(", "));
    return text.isEmpty() ? Optional.empty() : Optional.of(text);
  }

  private void warn(long nowNanos) {
    warnedNanos = nowNanos;
    twins.ifPresent(
        where ->
            LOG.warn(
                "{} of group '{}' is here and at {} too: the data directory was copied. Stop all of"
                    + " these servers but one, and start the others with empty data directories",
                self,
                name,
                where));
    otherGroups.ifPresent(
        where ->
            LOG.warn(
                "two groups have the name '{}': this server is of {}, others are {}. Clients that"
                    + " name no group id are {}",
                name,
                group,
                where,
                clients == ClientsWithoutId.SERVED
                    ? "served here: stop the servers of one group"
                    : "refused until the servers of one group are stopped, or those of the right"
                        + " one are started with --group-id "
                        + group));
  }
}
