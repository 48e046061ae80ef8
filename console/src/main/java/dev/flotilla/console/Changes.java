package dev.flotilla.console;

import dev.flotilla.console.LogLine.Kind;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/** What has happened between two states, as lines of the event log. */
final class Changes {
  /**
   * A change.
   *
   * @param kind what it is about
   * @param text for people
   */
  record Change(Kind kind, String text) {}

  private final List<Change> found = new ArrayList<>();

  private Changes() {}

  /** The changes in the order in which they are best read; of the first state its leader only. */
  static List<Change> between(ConsoleState before, ConsoleState now) {
    Changes changes = new Changes();
    if (!before.equals(ConsoleState.NONE)) {
      changes.compareMembers(byId(before), byId(now));
      changes.compareNodes(byName(before), byName(now));
    }
    changes.compareLeaders(before, now);
    return changes.found;
  }

  private void compareMembers(Map<String, MemberState> before, Map<String, MemberState> now) {
    now.forEach(
        (id, member) -> {
          MemberState old = before.get(id);
          if (old == null) {
            add(Kind.JOIN, "server %s appears, %s".formatted(id, standing(member)));
          } else {
            compare(old, member);
          }
        });
    before.keySet().stream()
        .filter(id -> !now.containsKey(id))
        .forEach(id -> add(Kind.LEAVE, "member %s is gone".formatted(id)));
  }

  private void compare(MemberState old, MemberState member) {
    if (!old.standing().equals(member.standing())) {
      Kind kind =
          member.standing().equals("none")
              ? Kind.LEAVE
              : old.standing().equals("none") ? Kind.JOIN : Kind.STATE;
      add(
          kind,
          "member %s is %s now, was %s".formatted(member.id(), standing(member), standing(old)));
    }
    if (old.answers() != member.answers()) {
      add(
          Kind.STATE,
          "member %s %s"
              .formatted(member.id(), member.answers() ? "answers again" : "does not answer"));
    }
  }

  private static String standing(MemberState member) {
    return member.standing().equals("none") ? "no member" : member.standing();
  }

  private void compareNodes(Map<String, NodeState> before, Map<String, NodeState> now) {
    now.forEach(
        (name, node) -> {
          NodeState old = before.get(name);
          if (old == null) {
            add(Kind.JOIN, "node %s joins, %s".formatted(name, node.state()));
          } else if (!old.state().equals(node.state())) {
            add(Kind.STATE, "node %s is %s now, was %s".formatted(name, node.state(), old.state()));
          }
        });
    before.keySet().stream()
        .filter(name -> !now.containsKey(name))
        .forEach(name -> add(Kind.LEAVE, "node %s leaves".formatted(name)));
  }

  private void compareLeaders(ConsoleState before, ConsoleState now) {
    Optional<MemberState> old = leader(before);
    Optional<MemberState> leader = leader(now);
    if (leader.isEmpty()) {
      old.ifPresent(
          it ->
              add(Kind.LEADER, "no member leads; %s led in term %s".formatted(it.id(), term(it))));
    } else if (old.isEmpty() || isOther(old.get(), leader.get())) {
      add(
          Kind.LEADER,
          "member %s leads in term %s".formatted(leader.get().id(), term(leader.get())));
    }
  }

  private static boolean isOther(MemberState old, MemberState leader) {
    return !old.id().equals(leader.id()) || !term(old).equals(term(leader));
  }

  private static String term(MemberState member) {
    return member.progress().map(it -> Long.toString(it.term())).orElse("?");
  }

  private static Optional<MemberState> leader(ConsoleState state) {
    return state.members().stream().filter(MemberState::leads).findFirst();
  }

  private static Map<String, MemberState> byId(ConsoleState state) {
    return by(state.members(), MemberState::id);
  }

  private static Map<String, NodeState> byName(ConsoleState state) {
    return by(state.nodes(), NodeState::name);
  }

  private static <T> Map<String, T> by(List<T> all, Function<T, String> name) {
    Map<String, T> map = new LinkedHashMap<>();
    all.forEach(one -> map.putIfAbsent(name.apply(one), one));
    return map;
  }

  private void add(Kind kind, String text) {
    found.add(new Change(kind, text));
  }
}
