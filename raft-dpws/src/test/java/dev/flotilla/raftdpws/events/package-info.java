/** Events of a server without a network: what is seen, and who gets it. */
package dev.flotilla.raftdpws.events;
