package dev.flotilla.systemtests.faults;

import dev.flotilla.client.CommandOutcome;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The uids of commands of which clients know how they ended. Any thread. */
final class Uids {
  private static final int MAX_NAMED = 5;
  private static final Pattern IN_A_SESSION = Pattern.compile("urn:flotilla:session:[0-9]+:");

  private final Set<String> acknowledged = ConcurrentHashMap.newKeySet();
  private final Set<String> refused = ConcurrentHashMap.newKeySet();

  /** Told of the end of a command, or of one more attempt at it. */
  void ended(String uid, CommandOutcome outcome) {
    if (outcome instanceof CommandOutcome.Executed) {
      acknowledged.add(uid);
    } else if (outcome instanceof CommandOutcome.Refused) {
      refused.add(uid);
    }
  }

  int acknowledgedCount() {
    return acknowledged.size();
  }

  static boolean isInSession(String uid) {
    return IN_A_SESSION.matcher(uid).lookingAt();
  }

  /** In how many sessions the acknowledged ones were numbered. */
  long sessionCount() {
    return acknowledged.stream()
        .map(IN_A_SESSION::matcher)
        .filter(Matcher::lookingAt)
        .map(Matcher::group)
        .distinct()
        .count();
  }

  /**
   * What contradicts what clients were told, and one execution a uid.
   *
   * @param executions of all servers, from all of their lives; entries that are applied again after
   *     a crash are among them more than once
   */
  List<String> judge(List<Executions.Execution> executions) {
    List<String> wrong = new ArrayList<>();
    Map<String, Long> indexes = new HashMap<>();
    Map<Long, String> uids = new HashMap<>();
    for (Executions.Execution one : executions) {
      Long index = indexes.putIfAbsent(one.uid(), one.index());
      if (index != null && index != one.index()) {
        wrong.add(one.uid() + " was executed twice, at " + index + " and " + one.index());
      }
      String uid = uids.putIfAbsent(one.index(), one.uid());
      if (uid != null && !uid.equals(one.uid())) {
        wrong.add("at " + one.index() + " one executed " + uid + ", another " + one.uid());
      }
    }
    acknowledged.stream()
        .filter(uid -> !indexes.containsKey(uid))
        .forEach(uid -> wrong.add(uid + " was acknowledged, and executed by nobody"));
    refused.stream()
        .filter(indexes::containsKey)
        .forEach(uid -> wrong.add(uid + " was refused, and executed"));
    return wrong.size() <= MAX_NAMED
        ? wrong
        : List.of(wrong.size() + " times, as: " + wrong.subList(0, MAX_NAMED));
  }
}
