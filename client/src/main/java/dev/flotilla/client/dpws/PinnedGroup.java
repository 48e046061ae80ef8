package dev.flotilla.client.dpws;

import dev.flotilla.client.ClientSettings;
import dev.flotilla.raft.model.GroupId;
import dev.flotilla.raftdpws.message.MemberAddress;
import dev.flotilla.raftdpws.message.StatusFact;
import dev.flotilla.raftdpws.message.StatusResponse;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The one group that a client means (safety rule 9): the first it met under the name, for good once
 * that group has answered a call.
 *
 * <p>Any thread may call; each method is atomic.
 */
final class PinnedGroup {
  /** Groups under one name that are told apart; more are a joke, and would be a leak. */
  private static final int MAX_GROUPS = 8;

  private final String name;
  private final Optional<Path> file;
  private final boolean believesReports;
  private final Map<GroupId, List<MemberAddress>> seen = new LinkedHashMap<>();
  private @Nullable GroupId pinned;
  private volatile boolean proven;
  // What the server that answered last knows of other groups of the name.
  private String reported = "";

  /**
   * Starts without a group, or with the one of an earlier run.
   *
   * @param remembered the group that answered a call of an earlier run, or that the user named
   * @param file where it is remembered
   * @param believesReports whether servers can prove what they report of other groups: with keys
   */
  PinnedGroup(
      String name, Optional<GroupId> remembered, Optional<Path> file, boolean believesReports) {
    this.believesReports = believesReports;
    this.name = name;
    this.file = file;
    this.pinned = remembered.orElse(null);
    this.proven = remembered.isPresent();
  }

  /** The group of a client with these settings, or the one of an earlier run. */
  static PinnedGroup of(ClientSettings settings, Optional<GroupId> remembered) {
    return new PinnedGroup(
        settings.group(),
        settings.groupId().map(GroupId::new).or(() -> remembered),
        settings.addressFile(),
        settings.keys().isPresent());
  }

  /**
   * Takes note of a founded server; true if it belongs to the pinned group, and nobody has to
   * choose between groups.
   */
  synchronized boolean accepts(StatusResponse status) {
    if (status.group().isEmpty() || !status.name().equals(name)) {
      return false;
    }
    GroupId group = status.group().get();
    if (pinned == null) {
      pinned = group;
    }
    if (seen.containsKey(group) || seen.size() < MAX_GROUPS) {
      seen.put(group, status.members());
    }
    if (believesReports) {
      reported = status.facts().text(StatusFact.OTHER_GROUPS).orElse("");
    }
    return group.equals(pinned) && (proven || reported.isEmpty());
  }

  /** Whether a server has the name, and the id if that is certain; any that is not founded has. */
  synchronized boolean isMeant(StatusResponse status) {
    return status.name().equals(name)
        && (!proven || status.group().filter(it -> !it.equals(pinned)).isEmpty());
  }

  /** The pinned group answered a call: no other group of its name can take its place any more. */
  void answered() {
    if (!proven) {
      prove();
    }
  }

  private synchronized void prove() {
    proven = pinned != null;
  }

  synchronized Optional<GroupId> id() {
    return Optional.ofNullable(pinned);
  }

  /**
   * The group that the next run keeps to: one that answered a call and of which a server was met.
   * An id that was merely named may be wrong, and one that was merely met may be another's.
   */
  synchronized Optional<GroupId> toRemember() {
    return proven ? id().filter(seen::containsKey) : Optional.empty();
  }

  /** Why no call may be sent, if that is so: nobody can tell which of several groups is meant. */
  Optional<String> ambiguity() {
    return proven ? Optional.empty() : others();
  }

  /** The other groups that go under the name, and who belongs to which, if there are any. */
  synchronized Optional<String> others() {
    boolean onlyPinned = seen.keySet().stream().allMatch(group -> group.equals(pinned));
    if (onlyPinned && reported.isEmpty()) {
      return Optional.empty();
    }
    String groups =
        seen.entrySet().stream()
            .map(entry -> entry.getKey() + " with " + addresses(entry.getValue()))
            .collect(Collectors.joining("; "));
    return Optional.of(
        "several groups go under the name "
            + name
            + " ("
            + (proven ? "this client keeps to " + pinned + "; found: " : "")
            + groups
            + (reported.isEmpty() ? "" : "; a server there reports " + reported)
            + "); stop or rename one, or name the right one by its id (--group-id)"
            + (proven ? ", or, if the group was made anew, " + howToForget() : ""));
  }

  private String howToForget() {
    return file.map(path -> "delete " + path + " and connect again").orElse("connect again");
  }

  private static String addresses(List<MemberAddress> members) {
    return members.stream()
        .map(member -> member.address().orElse(member.member().id().toString()))
        .collect(Collectors.joining(", "));
  }
}
