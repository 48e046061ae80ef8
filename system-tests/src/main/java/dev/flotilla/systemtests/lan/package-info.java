/**
 * What {@code system-tests/lan} runs on the hosts of a network that it makes: servers of lists with
 * keys that find each other, clients that record what they see, and a host that forges discovery.
 *
 * <p>Threads: the main thread, and those of servers and clients.
 *
 * <p>May depend on the embedding API and on what other histories are recorded with.
 */
@NullMarked
package dev.flotilla.systemtests.lan;

import org.jspecify.annotations.NullMarked;
