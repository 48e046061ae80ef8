/**
 * Clients outside of the group that orders, in two cases (Hirt's diploma thesis, section 5.4). A: a
 * client broadcasts to all servers itself, and the first reply counts. B: it asks one server, which
 * broadcasts among the servers and replies.
 *
 * <p>Owner thread: a server answers on the thread of its {@link
 * dev.flotilla.order.live.LiveProcess}; any thread may use a client, and waits there. Depends on
 * {@code dev.flotilla.order.live}.
 */
@NullMarked
package dev.flotilla.order.request;

import org.jspecify.annotations.NullMarked;
