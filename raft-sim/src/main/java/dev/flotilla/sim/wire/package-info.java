/**
 * A network on which the production HTTP endpoint, connections, codec and transport run as they
 * are, with nothing simulated but sockets and time: bytes in order on each connection, cut and
 * joined by chance, late, and changed if so wished.
 *
 * <p>Thread: the simulation's only one.
 */
@NullMarked
package dev.flotilla.sim.wire;

import org.jspecify.annotations.NullMarked;
