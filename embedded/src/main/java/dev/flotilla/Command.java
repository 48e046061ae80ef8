package dev.flotilla;

/**
 * Names the result of a command, for a group whose commands have results of several types: {@link
 * Group#named(String, Class)}. A record of the group's command type implements it.
 *
 * <pre>{@code
 * sealed interface Order {
 *   record Restock(String item, int pieces) implements Order, Command<Integer> {}
 *
 *   record Items() implements Order, Command<List<String>>, Query {}
 * }
 * }</pre>
 *
 * <p>The result type is part of what the logs hold, as the components of the record are: it does
 * not change once commands of this type were sent.
 *
 * @param <R> the result: what a component of a record may be, or {@link Void} for none
 */
public interface Command<R> {}
