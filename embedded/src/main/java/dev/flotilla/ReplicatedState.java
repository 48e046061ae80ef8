package dev.flotilla;

import dev.flotilla.client.WatchOptions;
import dev.flotilla.raft.model.Topics;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.Consumer;

/**
 * The state that every server of a group keeps, and how commands change it.
 *
 * <p><b>Thread.</b> All methods are called by one thread of the server, one call after another: no
 * locks are needed for what nothing else touches.
 *
 * <p><b>Determinism.</b> Every server applies the same commands in the same order and must come to
 * the same state and results: no clock but the log time of {@link CommandContext}, no randomness,
 * no iteration over unordered collections, no default locale, time zone or charset.
 *
 * <p><b>Durability.</b> The state lives in memory. It is rebuilt after a restart by applying the
 * logged commands again, from the first one, to a state that is newly made; the log is kept for
 * ever. A state that changes often is better a {@link RestorableState}.
 *
 * <p><b>Errors.</b> {@link Rejected} is an outcome: the same on every server, told to the client.
 * Any other exception of {@link #apply} means that the state is broken, and stops the server; a
 * {@link RuntimeException} of {@link #answer} is told to who asked, since a question has changed
 * nothing, but an {@link Error}, as of a stack that overflows, stops the server too.
 *
 * @param <C> the command type, as a rule a sealed interface of records
 * @param <R> the result type
 */
@FunctionalInterface
public interface ReplicatedState<C, R> {
  /**
   * Executes one command.
   *
   * @param command a committed command; never one that implements {@link Query}
   * @param context its place in the log, the log time, and the session of its client
   * @return the result for the client; one that the codec cannot write, as it is too large or holds
   *     a NaN, is not told, only that the command was executed
   * @throws Rejected if the command cannot be done in this state; the state must be as before
   */
  R apply(C command, CommandContext context) throws Rejected;

  /**
   * A client's session has ended; called once for each, in the order of the log: what the session
   * holds can be released. A session ends when its client has been silent for 15 minutes of log
   * time, or earlier when the group has too many sessions. It ends at the next request of a
   * session, not at the moment itself. As of {@link #apply}, an exception stops the server. Does
   * nothing by default.
   */
  default void sessionEnded(EndedSession end) {}

  /**
   * A number that stands for the whole state: servers with equal states return equal numbers.
   * Servers compare them, and report states that diverge; without one they compare only the results
   * of commands. Called about twice a minute between commands, so it must be quick: keep a sum up
   * to date with each command.
   *
   * @return empty by default: none
   */
  default OptionalLong fingerprint() {
    return OptionalLong.empty();
  }

  /**
   * What a command has concerned, for those who watch the group and want to hear of some topics
   * alone ({@link FlotillaClient#watch(WatchOptions, Consumer)}). A command that was rejected
   * concerns nobody.
   *
   * <p>Any thread, also while others are at work: a function of the command and its result alone.
   *
   * <p>Not asked about a command whose result is not kept any more: every watch gets it.
   *
   * @param result what {@link #apply} has returned
   * @return all its topics, best made by {@link Topics#topic}; empty by default: they are not
   *     known, so every watch gets the command
   */
  default Optional<Set<String>> topics(C command, R result) {
    return Optional.empty();
  }

  /**
   * Answers a question without changing the state. Called on one server only.
   *
   * @param query a command that implements {@link Query}
   * @return the result for the client
   * @throws Rejected if there is no answer
   */
  default R answer(C query) throws Rejected {
    throw new Rejected("this service answers no queries");
  }
}
