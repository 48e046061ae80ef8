/**
 * The hosted service of a member: what a client, another member or an operator may ask.
 *
 * <p>Threads: requests come on event loops, where nothing may block; answers go out from any
 * thread. Depends on the node, the peers' transport, the directory and founding.
 */
@NullMarked
package dev.flotilla.raftdpws.service;

import org.jspecify.annotations.NullMarked;
