/**
 * A web page that shows what a group and the web servers behind a gateway do, and records it.
 *
 * <p>{@link dev.flotilla.console.ConsoleServer} serves the page and asks a {@link
 * dev.flotilla.console.ConsoleSource} for values, at most once a second and only while somebody
 * watches or a recording runs. {@link dev.flotilla.console.GroupSource} has the values of a group.
 * Nothing here changes what it shows.
 *
 * <p>Threads: {@code Poller} has one thread, on which all values pass through {@code Console}.
 * Requests have a bounded number of threads, and each stream of events has one.
 */
@NullMarked
package dev.flotilla.console;

import org.jspecify.annotations.NullMarked;
