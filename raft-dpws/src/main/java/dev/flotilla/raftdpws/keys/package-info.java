/**
 * Who may do what: roles and member ids in certificates, and the checks of the table "Where
 * identity is checked" in docs/security.md.
 *
 * <p>{@link dev.flotilla.raftdpws.keys.GroupKeys} is a server's or a client's key directory.
 * Without one, nothing here applies. Any thread; only opening blocks.
 */
@NullMarked
package dev.flotilla.raftdpws.keys;

import org.jspecify.annotations.NullMarked;
