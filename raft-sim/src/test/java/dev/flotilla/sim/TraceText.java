package dev.flotilla.sim;

import dev.flotilla.raft.Role;
import dev.flotilla.raft.message.AppendEntries;
import dev.flotilla.raft.message.AppendEntriesResponse;
import dev.flotilla.raft.message.Message;
import dev.flotilla.raft.message.PreVoteResponse;
import dev.flotilla.raft.message.RequestVote;
import dev.flotilla.raft.message.RequestVoteResponse;
import dev.flotilla.raft.message.TimeoutNow;
import dev.flotilla.raft.model.Configuration;
import dev.flotilla.raft.model.Entry;
import dev.flotilla.raft.model.Member;
import dev.flotilla.raft.model.Payload;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Events and messages of a recorded trace as TLA+ expressions.
 *
 * @param numbers by which the expressions name the servers
 */
record TraceText(Map<Member, Integer> numbers) {
  /** A tuple, one element a line. */
  static <T> String tuple(Collection<T> elements, Function<T, String> text) {
    return elements.stream().map(text).collect(Collectors.joining(",\n  ", "<<", ">>"));
  }

  String event(TraceEvent event) {
    if (event instanceof TraceEvent.Started started) {
      return record("started", event.server(), standing(started.standing()));
    } else if (event instanceof TraceEvent.Begun) {
      return record("begun", event.server(), "");
    } else if (event instanceof TraceEvent.Received received) {
      String answer = received.answer().name().toLowerCase(Locale.ROOT);
      return record(
          "received",
          event.server(),
          number(received.message()) + ", answer |-> \"" + answer + '"');
    } else if (event instanceof TraceEvent.Stands stands) {
      return record("stands", event.server(), standing(stands.standing()));
    } else if (event instanceof TraceEvent.HandedOut) {
      return record("handed out", event.server(), "");
    } else if (event instanceof TraceEvent.Forced) {
      return record("forced", event.server(), "");
    } else if (event instanceof TraceEvent.Sent sent) {
      return record("sent", event.server(), number(sent.message()));
    }
    throw new IllegalArgumentException("no words for " + event);
  }

  /** An event that is not there. */
  static String dropped(int server) {
    return record("dropped", server, "");
  }

  String message(SentMessage sent) {
    return "[from |-> %d, to |-> %d, term |-> %d, %s]"
        .formatted(sent.from(), sent.to(), sent.message().term(), content(sent.message()));
  }

  private String content(Message message) {
    if (message instanceof AppendEntries append) {
      return "kind |-> \"append\", previous |-> %d, previousTerm |-> %d, commit |-> %d, terms |-> <<%s>>, confs |-> {%s}"
          .formatted(
              append.previous().index(),
              append.previous().term(),
              append.leaderCommit(),
              append.entries().stream()
                  .map(Entry::term)
                  .map(String::valueOf)
                  .collect(Collectors.joining(", ")),
              append.entries().stream()
                  .flatMap(this::configuration)
                  .collect(Collectors.joining(", ")));
    } else if (message instanceof AppendEntriesResponse answer && answer.success()) {
      return "kind |-> \"ack\", index |-> " + answer.hint().index();
    } else if (message instanceof RequestVote ask) {
      return "kind |-> \"ask\", lastTerm |-> %d, lastIndex |-> %d"
          .formatted(ask.lastLog().term(), ask.lastLog().index());
    } else if (message instanceof RequestVoteResponse vote && vote.voteGranted()) {
      return "kind |-> \"vote\"";
    } else if (message instanceof PreVoteResponse willing && willing.voteGranted()) {
      return "kind |-> \"willing\"";
    } else if (message instanceof TimeoutNow) {
      return "kind |-> \"take over\"";
    }
    // Of the rest nothing counts but the term.
    return "kind |-> \"other\"";
  }

  private static String record(String kind, int server, String rest) {
    return "[kind |-> \"" + kind + "\", server |-> " + server + rest + "]";
  }

  private Stream<String> configuration(Entry entry) {
    Payload payload = entry.payload();
    return payload instanceof Configuration configuration
        ? Stream.of("[index |-> " + entry.index() + voters(configuration) + "]")
        : Stream.empty();
  }

  /** Learners and goals count for nothing. */
  private String voters(Configuration configuration) {
    return ", voters |-> %s, outgoing |-> %s"
        .formatted(set(configuration.voters()), set(configuration.outgoing()));
  }

  private String set(List<Member> members) {
    return members.stream()
        .map(numbers::get)
        .map(String::valueOf)
        .collect(Collectors.joining(", ", "{", "}"));
  }

  private static String number(int message) {
    return ", message |-> " + (message + 1);
  }

  private String standing(ServerStatus standing) {
    return ", term |-> %d, role |-> \"%s\", last |-> %d, lastTerm |-> %d, commit |-> %d, durable |-> %d%s"
        .formatted(
            standing.term(),
            role(standing.role()),
            standing.last().index(),
            standing.last().term(),
            standing.commitIndex(),
            standing.durableIndex(),
            voters(standing.configuration()));
  }

  /** Pre-votes are not specified: who asks for them is a follower. */
  private static String role(Role role) {
    return role == Role.PRE_CANDIDATE ? "follower" : role.name().toLowerCase(Locale.ROOT);
  }
}
