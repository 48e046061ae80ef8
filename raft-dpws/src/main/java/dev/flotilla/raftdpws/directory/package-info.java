/**
 * Discovery as an address directory: where the member with this identity can be reached today. It
 * never decides who is a member.
 */
@NullMarked
package dev.flotilla.raftdpws.directory;

import org.jspecify.annotations.NullMarked;
