/** Founding without a network: servers in one world, whose messages and crashes a test decides. */
package dev.flotilla.raftdpws.admission;
