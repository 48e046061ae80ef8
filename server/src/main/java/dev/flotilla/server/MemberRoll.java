package dev.flotilla.server;

import dev.flotilla.client.dpws.KnownMembers;
import dev.flotilla.raft.model.Configuration;
import dev.flotilla.raft.model.GroupId;
import dev.flotilla.raft.model.Member;
import dev.flotilla.raftdpws.message.MemberNames;
import dev.flotilla.raftdpws.message.StatusResponse;
import dev.flotilla.raftdpws.message.WithoutLeader;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * Who belongs to a group, and who waits to, as its servers tell.
 *
 * @param name the group's name
 * @param members who they are
 */
record MemberRoll(String name, KnownMembers members) {
  private static final String PREFIX = "urn:uuid:";

  /** What is shorter may be a slip of the finger. */
  private static final int MIN_ID_CHARS = 4;

  /**
   * What the servers of a group report.
   *
   * @param why no server answered, as its client knows; used only if none did
   * @throws CommandFailure if none of a founded group answered, or those of several did
   */
  static MemberRoll of(String name, List<StatusResponse> all, Optional<String> why)
      throws CommandFailure {
    List<GroupId> groups = KnownMembers.groupsOf(all);
    if (groups.isEmpty()) {
      throw new CommandFailure(ExitCode.UNAVAILABLE, unanswered("a founded group " + name, why));
    }
    if (groups.size() > 1) {
      throw new CommandFailure(
          ExitCode.NEGATIVE,
          "several groups go under the name " + name + ": " + groups + "; stop or rename one");
    }
    return new MemberRoll(name, KnownMembers.of(all));
  }

  /** That no server of something answered, and what is known of the reason. */
  static String unanswered(String of, Optional<String> why) {
    return why.map(known -> "no server of " + of + " can be asked: " + known)
        .orElseGet(
            () ->
                "no server of "
                    + of
                    + " answered; is one running, and on this --interface or among --servers?");
  }

  GroupId group() {
    return members.group();
  }

  Configuration configuration() {
    return members.configuration();
  }

  /** Whether a server of a founded group is among them. */
  static boolean isFounded(List<StatusResponse> servers) {
    return servers.stream().anyMatch(it -> it.group().isPresent());
  }

  /**
   * Why a group has no leader, as far as its servers report; empty if one leads, or none of them
   * knows who votes.
   */
  static Optional<String> withoutLeader(List<StatusResponse> servers) {
    if (servers.stream().anyMatch(MemberRoll::leads)) {
      return Optional.empty();
    }
    return servers.stream()
        .filter(it -> it.configuration().isPresent())
        .findAny()
        .map(any -> KnownMembers.latest(servers))
        .map(
            members ->
                WithoutLeader.reason(
                    members,
                    member -> servers.stream().anyMatch(it -> it.self().member().equals(member))));
  }

  /** The servers that wait to be made members. */
  List<StatusResponse> waiting() {
    return members.waiting();
  }

  /** Whether a server that may be meant can be added. */
  boolean hasNewcomer(Optional<String> id) {
    return !findNewcomers(id).isEmpty();
  }

  /** Whether a server that may be meant has not found the group yet, which takes it a moment. */
  boolean isSearched(Optional<String> id) {
    return findNewcomers(id).isEmpty()
        && members.searching().stream()
            .anyMatch(it -> id.isEmpty() || isMeant(id.get(), it.self().member()));
  }

  /** Whom a change waits for that is under way, and how to give them up; empty if for nobody. */
  Optional<String> awaited() {
    List<Member> newcomers =
        configuration().goal().stream().filter(it -> !configuration().isVoter(it)).toList();
    if (newcomers.isEmpty()) {
      return Optional.empty();
    }
    String names = newcomers.stream().map(this::described).collect(Collectors.joining(", "));
    return Optional.of(
        "a change of members waits until %s; 'flotilla members remove --group %s %s' gives %s up"
            .formatted(
                names,
                name,
                wordFor(newcomers.get(0)),
                newcomers.size() == 1 ? "it" : "the first"));
  }

  /** What {@link #member} finds it by: its id, unless another incarnation of it is a member too. */
  private String wordFor(Member member) {
    boolean isOnlyOne =
        configuration().members().stream().filter(it -> it.id().equals(member.id())).count() == 1;
    return isOnlyOne ? member.id().toString() : member.toString();
  }

  private String described(Member newcomer) {
    return newcomer.id()
        + (statusOf(newcomer).isPresent()
            ? " has caught up"
            : ", which does not answer, catches up");
  }

  Optional<StatusResponse> statusOf(Member member) {
    return members.statusOf(member);
  }

  /** The server that waits under this id, or the only one that waits. */
  StatusResponse newcomer(Optional<String> id) throws CommandFailure {
    List<StatusResponse> found = findNewcomers(id);
    if (found.isEmpty() && isSearched(id)) {
      throw new CommandFailure(
          ExitCode.NEGATIVE,
          "%s runs with --join and has not found group %s yet; 'flotilla status --group %s' tells what it waits for"
              .formatted(members.searching().get(0).self().member().id(), name, name));
    }
    if (found.isEmpty()) {
      throw new CommandFailure(
          ExitCode.NEGATIVE,
          id.map(it -> "no server " + it + " of group " + name + " answers")
                  .orElse("no server waits to become a member of group " + name)
              + "; start it with 'flotilla server --group "
              + name
              + " --join', or if it runs, see that it is on this --interface or among --servers");
    }
    return only(found, it -> it.self().member());
  }

  private List<StatusResponse> findNewcomers(Optional<String> id) {
    return id.isEmpty()
        ? waiting()
        : members.servers().stream().filter(it -> isMeant(id.get(), it.self().member())).toList();
  }

  /** The member that is meant, whether it answers or not. */
  Member member(String id) throws CommandFailure {
    List<Member> found = configuration().members().stream().filter(it -> isMeant(id, it)).toList();
    if (found.isEmpty()) {
      throw new CommandFailure(
          ExitCode.NEGATIVE,
          "no member of group "
              + name
              + " is called "
              + id
              + "; 'flotilla members --group "
              + name
              + "' lists them");
    }
    return only(found, it -> it);
  }

  private static <T> T only(List<T> found, Function<T, Member> member) throws CommandFailure {
    if (found.size() > 1) {
      String names =
          found.stream().map(member).map(Member::toString).collect(Collectors.joining(", "));
      throw new CommandFailure(
          ExitCode.USAGE, "several servers may be meant: " + names + "; name one");
    }
    return found.get(0);
  }

  /**
   * By its name, by the beginning of its id, with or without urn:uuid:, or by id and incarnation.
   */
  private boolean isMeant(String text, Member member) {
    if (MemberNames.of(member.id(), members.servers()).filter(text::equals).isPresent()) {
      return true;
    }
    String beginning = text.startsWith(PREFIX) ? text : PREFIX + text;
    boolean isLongEnough = beginning.length() >= PREFIX.length() + MIN_ID_CHARS;
    return isLongEnough && member.toString().startsWith(beginning);
  }

  /** An address, and what people call the server there if it has a name. */
  static String named(String address, Member member, List<StatusResponse> servers) {
    return MemberNames.of(member.id(), servers).map(name -> address + "  " + name).orElse(address);
  }

  static boolean leads(StatusResponse status) {
    return status.role().equals("leader");
  }
}
