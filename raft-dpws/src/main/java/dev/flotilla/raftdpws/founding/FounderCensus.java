package dev.flotilla.raftdpws.founding;

import dev.flotilla.raft.model.GroupId;
import dev.flotilla.raft.model.Member;
import dev.flotilla.raft.model.NodeId;
import dev.flotilla.raftdpws.directory.ServerSighting;
import dev.flotilla.raftdpws.message.StatusResponse;
import dev.flotilla.storage.identity.Founder;
import java.net.URI;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Who answers where, before the group exists. Only a server that answered the last question by
 * itself is in sight; that somebody announced it is a reason to ask, no more.
 */
final class FounderCensus {
  /** Addresses that are asked; more are passed over until some have been given up. */
  static final int MAX_ADDRESSES = 64;

  /** An announced address is given up after so many failures in a row; about half a minute. */
  static final int MAX_FAILURES = 40;

  /** From one question to an address that fails to the next, as a multiple of the usual pause. */
  private static final int MAX_PAUSES = 10;

  /** Servers that are remembered to be announced at one address. */
  private static final int MAX_ANNOUNCERS = 4;

  /** So often nothing listens at an address before it counts as left. */
  private static final int FAILURES_IF_ABSENT = 3;

  private final String group;
  private final Member self;
  private final URI ownAddress;
  private final long askNanos;
  private final Map<URI, Place> places = new LinkedHashMap<>();

  /**
   * Knows nobody.
   *
   * @param self this server, whose address is passed over
   * @param fixed addresses that an operator named: they are asked as long as it goes on
   */
  FounderCensus(String group, Founder self, long askNanos, Collection<URI> fixed, long nowNanos) {
    this.group = group;
    this.self = self.member();
    this.ownAddress = self.address();
    this.askNanos = askNanos;
    fixed.stream()
        .filter(address -> !address.equals(ownAddress))
        .forEach(address -> places.put(address, new Place(true, nowNanos)));
  }

  private static final class Place {
    private final boolean isFixed;
    private long nextNanos;
    private boolean isAsked;
    private boolean wasTried;
    private int failures;
    private long failingSinceNanos;
    private @Nullable Unanswered problem;
    private @Nullable StatusResponse answer;
    // Whom discovery announced there, and when it last said that a group is founded.
    private final Set<NodeId> announcers = new LinkedHashSet<>();
    private @Nullable Long saidFoundedNanos;

    Place(boolean isFixed, long nextNanos) {
      this.isFixed = isFixed;
      this.nextNanos = nextNanos;
    }

    boolean isDue(long nowNanos) {
      return !isAsked && nowNanos - nextNanos >= 0;
    }
  }

  /** Somebody may be there. */
  void mention(URI address, long nowNanos) {
    if (!address.equals(ownAddress)
        && !places.containsKey(address)
        && places.size() < MAX_ADDRESSES) {
      places.put(address, new Place(false, nowNanos));
    }
  }

  /** A server was announced there. */
  void mention(ServerSighting sighting, long nowNanos) {
    mention(sighting.address(), nowNanos);
    Place place = places.get(sighting.address());
    if (place == null) {
      return;
    }
    if (place.announcers.size() < MAX_ANNOUNCERS) {
      place.announcers.add(sighting.server());
    }
    if (sighting.group().isPresent()) {
      place.saidFoundedNanos = nowNanos;
    }
  }

  /** The addresses to ask now; each counts as asked until it answers or fails. */
  List<URI> takeDue(long nowNanos) {
    List<URI> due = new ArrayList<>();
    places.forEach(
        (address, place) -> {
          if (place.isDue(nowNanos)) {
            place.isAsked = true;
            due.add(address);
          }
        });
    return due;
  }

  void answered(URI address, StatusResponse answer, long nowNanos) {
    Place place = tried(address, nowNanos);
    if (place != null) {
      place.failures = 0;
      place.problem = null;
      place.answer = answer;
    }
  }

  void failed(URI address, Unanswered problem, long nowNanos) {
    Place place = tried(address, nowNanos);
    if (place != null) {
      if (place.failures == 0) {
        place.failingSinceNanos = nowNanos;
      }
      place.failures++;
      place.problem = problem;
      place.nextNanos = nowNanos + Math.min(place.failures, MAX_PAUSES) * askNanos;
      place.answer = null;
      if (place.failures >= MAX_FAILURES && !place.isFixed) {
        places.remove(address);
      }
    }
  }

  private @Nullable Place tried(URI address, long nowNanos) {
    Place place = places.get(address);
    if (place != null) {
      place.isAsked = false;
      place.wasTried = true;
      place.nextNanos = nowNanos + askNanos;
    }
    return place;
  }

  /** Whether each address that an operator named has answered or failed once. */
  boolean hasTriedFixed() {
    return places.values().stream().allMatch(place -> place.wasTried || !place.isFixed);
  }

  /**
   * Who may be a server of a founded group for all that is known: it was announced, and neither it
   * nor the same server at another address has answered yet. One that says it is of a founded group
   * counts as long as it says so, another one for a while. Somebody with keys of another authority
   * does not count: the two cannot be one group.
   *
   * @param silenceNanos how long one that does not answer counts
   */
  Optional<String> undecided(long silenceNanos, long nowNanos) {
    return places.entrySet().stream()
        .filter(entry -> isUndecided(entry.getValue(), silenceNanos, nowNanos))
        .map(entry -> undecided(entry.getKey(), entry.getValue()))
        .findFirst();
  }

  private boolean isUndecided(Place place, long silenceNanos, long nowNanos) {
    if (place.answer != null || place.isFixed || answersElsewhere(place)) {
      return false;
    }
    Unanswered problem = place.problem;
    if (problem == null) {
      return true;
    }
    if (problem.kind() == Unanswered.Kind.FOREIGN) {
      return false;
    }
    Long founded = place.saidFoundedNanos;
    if (founded != null && nowNanos - founded < silenceNanos) {
      return true;
    }
    return problem.kind() == Unanswered.Kind.ABSENT
        ? place.failures < FAILURES_IF_ABSENT
        : nowNanos - place.failingSinceNanos < silenceNanos;
  }

  /**
   * What was announced and has not been reached, if anything: who founds all the same should say.
   */
  Optional<String> unreached() {
    String found =
        places.entrySet().stream()
            .filter(entry -> entry.getValue().problem != null && !entry.getValue().isFixed)
            .filter(entry -> !answersElsewhere(entry.getValue()))
            .map(entry -> undecided(entry.getKey(), entry.getValue()))
            .collect(Collectors.joining("; "));
    return found.isEmpty() ? Optional.empty() : Optional.of(found);
  }

  private boolean answersElsewhere(Place place) {
    return answers().anyMatch(answer -> place.announcers.contains(answer.self().member().id()));
  }

  private static String undecided(URI address, Place place) {
    String whom =
        place.announcers.stream().map(NodeId::toString).collect(Collectors.joining(" and "));
    Unanswered problem = place.problem;
    return "%s%s%s"
        .formatted(
            whom.isEmpty() ? "a server" : whom,
            place.saidFoundedNanos == null ? "" : " of a founded group",
            problem == null
                ? " was announced at " + address + " and has not answered yet"
                : " was announced, but " + problem.at(address));
  }

  /** The other servers in sight that belong to no founded group, sorted. */
  List<Founder> others() {
    Map<Member, Founder> founders = new TreeMap<>();
    places.forEach(
        (address, place) -> {
          StatusResponse answer = place.answer;
          if (answer != null && isFounder(answer)) {
            Member member = answer.self().member();
            founders.putIfAbsent(member, new Founder(member, address));
          }
        });
    return List.copyOf(founders.values());
  }

  /** A founder in sight that has accepted a list of other members than these. */
  Optional<StatusResponse> boundElsewhere(Set<Member> members) {
    return answers()
        .filter(this::isFounder)
        .filter(answer -> !answer.members().isEmpty())
        .filter(answer -> !members(answer).equals(members))
        .findFirst();
  }

  /** The founded groups of the name whose servers are in sight. */
  Set<GroupId> foundedGroups() {
    return answers()
        .filter(answer -> answer.name().equals(group))
        .flatMap(answer -> answer.group().stream())
        .collect(Collectors.toCollection(LinkedHashSet::new));
  }

  /** The servers of a founded group that are in sight, by where. */
  Map<URI, StatusResponse> serversOf(GroupId id) {
    Map<URI, StatusResponse> servers = new LinkedHashMap<>();
    places.forEach(
        (address, place) -> {
          StatusResponse answer = place.answer;
          if (answer != null
              && answer.group().filter(id::equals).isPresent()
              && !answer.self().member().equals(self)) {
            servers.put(address, answer);
          }
        });
    return servers;
  }

  /** What answers at addresses that an operator named, and does not help. */
  Optional<String> strangers() {
    String found =
        places.entrySet().stream()
            .filter(entry -> entry.getValue().isFixed)
            .map(entry -> stranger(entry.getKey(), entry.getValue()))
            .flatMap(Optional::stream)
            .collect(Collectors.joining("; "));
    return found.isEmpty() ? Optional.empty() : Optional.of(found);
  }

  private Optional<String> stranger(URI address, Place place) {
    StatusResponse answer = place.answer;
    Unanswered problem = place.problem;
    if (answer == null) {
      return Optional.of(
          problem == null ? "nobody has answered at " + address + " yet" : problem.at(address));
    }
    return answer.name().equals(group)
        ? Optional.empty()
        : Optional.of("at " + address + " lives a server of group '" + answer.name() + "'");
  }

  private boolean isFounder(StatusResponse answer) {
    return answer.name().equals(group)
        && answer.group().isEmpty()
        && answer.role().equals(StatusResponse.FOUNDING)
        && !answer.self().member().equals(self);
  }

  private Stream<StatusResponse> answers() {
    return places.values().stream().map(place -> place.answer).flatMap(Stream::ofNullable);
  }

  static Set<Member> members(StatusResponse answer) {
    return answer.members().stream().map(it -> it.member()).collect(Collectors.toSet());
  }
}
