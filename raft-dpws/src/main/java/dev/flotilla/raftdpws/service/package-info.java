/** The hosted services of a member: what a client or another member may call. */
@NullMarked
package dev.flotilla.raftdpws.service;

import org.jspecify.annotations.NullMarked;
