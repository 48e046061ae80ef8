package dev.flotilla;

import dev.flotilla.client.StateVersion;

/**
 * How a query ended, and which state answered it. Immutable.
 *
 * @param outcome how it ended; never unknown, since a query changes nothing
 * @param state the index and the age of the state that answered, as far as its server says
 * @param <R> the result type
 */
public record Reading<R>(Outcome<R> outcome, StateVersion state) {}
