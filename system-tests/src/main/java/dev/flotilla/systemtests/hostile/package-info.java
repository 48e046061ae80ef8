/**
 * What {@code system-tests/hostile} runs: three server processes in network namespaces, a corpus of
 * hostile requests, datagrams and changes of the network, and good requests meanwhile.
 *
 * <p>Threads: the main thread runs one case after another; good requests have a thread; a case that
 * floods has threads of its own, which end with it.
 *
 * <p>May depend on what {@code dev.flotilla.systemtests} may. Messages are written as text here,
 * not by the codec of the servers: it would refuse most of them.
 */
@NullMarked
package dev.flotilla.systemtests.hostile;

import org.jspecify.annotations.NullMarked;
