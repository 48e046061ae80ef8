package dev.flotilla.raftdpws.founding;

import dev.flotilla.raft.model.GroupId;
import dev.flotilla.raft.model.Member;
import dev.flotilla.raftdpws.message.StatusResponse;
import dev.flotilla.storage.identity.Founder;
import java.net.URI;
import java.util.ArrayList;
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

  /** An announced address is given up after so many failures in a row; about 2 s. */
  static final int MAX_FAILURES = 40;

  private final String group;
  private final Member self;
  private final long askNanos;
  private final Map<URI, Place> places = new LinkedHashMap<>();

  FounderCensus(String group, Member self, long askNanos) {
    this.group = group;
    this.self = self;
    this.askNanos = askNanos;
  }

  private static final class Place {
    private final boolean isFixed;
    private long nextNanos;
    private boolean isAsked;
    private boolean wasTried;
    private int failures;
    private @Nullable StatusResponse answer;

    Place(boolean isFixed, long nextNanos) {
      this.isFixed = isFixed;
      this.nextNanos = nextNanos;
    }

    boolean isDue(long nowNanos) {
      return !isAsked && nowNanos - nextNanos >= 0;
    }
  }

  /** An operator names the address: it is asked as long as founding goes on. */
  void fix(URI address, long nowNanos) {
    places.put(address, new Place(true, nowNanos));
  }

  /** Somebody was announced there. */
  void mention(URI address, long nowNanos) {
    Place known = places.get(address);
    if (known != null) {
      known.failures = 0;
    } else if (places.size() < MAX_ADDRESSES) {
      places.put(address, new Place(false, nowNanos));
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
      place.answer = answer;
    }
  }

  void failed(URI address, long nowNanos) {
    Place place = tried(address, nowNanos);
    if (place != null) {
      place.failures++;
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
            .map(entry -> stranger(entry.getKey(), entry.getValue().answer))
            .flatMap(Optional::stream)
            .collect(Collectors.joining("; "));
    return found.isEmpty() ? Optional.empty() : Optional.of(found);
  }

  private Optional<String> stranger(URI address, @Nullable StatusResponse answer) {
    if (answer == null) {
      return Optional.of("nobody answers at " + address);
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
