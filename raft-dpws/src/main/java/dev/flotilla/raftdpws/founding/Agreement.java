package dev.flotilla.raftdpws.founding;

import dev.flotilla.raft.model.Member;
import dev.flotilla.raftdpws.message.FoundRequest;
import dev.flotilla.raftdpws.message.FoundResponse;
import dev.flotilla.raftdpws.message.FoundingList;
import dev.flotilla.raftdpws.wire.RaftNames;
import dev.flotilla.storage.identity.Founder;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * The list that this server has accepted, and which of the others have told it that they did, too.
 */
final class Agreement {
  private final FoundingList list;
  private final Member self;
  private final long askNanos;
  private final Map<Member, Signature> missing = new LinkedHashMap<>();

  private static final class Signature {
    private final Founder founder;
    private long nextNanos;
    private boolean isAsked;
    private String problem = "not asked yet";

    Signature(Founder founder, long nextNanos) {
      this.founder = founder;
      this.nextNanos = nextNanos;
    }
  }

  Agreement(FoundingList list, Member self, long askNanos, long nowNanos) {
    this.list = list;
    this.self = self;
    this.askNanos = askNanos;
    for (Founder founder : list.founders()) {
      if (!founder.member().equals(self)) {
        missing.put(founder.member(), new Signature(founder, nowNanos));
      }
    }
  }

  FoundingList list() {
    return list;
  }

  boolean isFor(FoundingList other) {
    return list.groupId().equals(other.groupId());
  }

  boolean isComplete() {
    return missing.isEmpty();
  }

  /** The founders to ask now; each counts as asked until it answers or fails. */
  List<FoundingQuestion> takeDue(long nowNanos) {
    List<FoundingQuestion> due = new ArrayList<>();
    missing.forEach(
        (member, signature) -> {
          if (!signature.isAsked && nowNanos - signature.nextNanos >= 0) {
            signature.isAsked = true;
            due.add(
                new FoundingQuestion.WillYou(
                    member, new FoundRequest(RaftNames.PROTOCOL_VERSION, self, member, list)));
          }
        });
    return due;
  }

  void answered(Member asked, FoundResponse response, long nowNanos) {
    // Safety rule 1: an answer of another server, or of another incarnation, counts for nothing.
    if (!response.from().equals(asked)) {
      failed(asked, response.from() + " answers in its place", nowNanos);
    } else if (response.accepted()) {
      missing.remove(asked);
    } else {
      failed(asked, objection(response), nowNanos);
    }
  }

  void failed(Member asked, String problem, long nowNanos) {
    Signature signature = missing.get(asked);
    if (signature != null) {
      signature.isAsked = false;
      signature.problem = problem;
      signature.nextNanos = nowNanos + askNanos;
    }
  }

  /** Who has not accepted yet, and why. */
  String waitingFor() {
    return missing.values().stream()
        .map(signature -> FounderNames.founder(signature.founder) + " (" + signature.problem + ")")
        .collect(
            Collectors.joining(
                "; ",
                "the founding list of group '%s' to be accepted by ".formatted(list.name()),
                ""));
  }

  private static String objection(FoundResponse response) {
    return response
        .list()
        .map(
            other ->
                "has accepted another list: "
                    + FounderNames.founders(other.founders())
                    + "; no group was founded yet, so stop the servers that do not belong and start"
                    + " the others with empty data directories")
        .orElse(response.reason().orElse("does not accept"));
  }
}
