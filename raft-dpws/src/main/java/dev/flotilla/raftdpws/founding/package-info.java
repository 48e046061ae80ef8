/**
 * Founding and joining a group: no election before every founder has durably accepted the same list
 * of founders.
 */
@NullMarked
package dev.flotilla.raftdpws.founding;

import org.jspecify.annotations.NullMarked;
