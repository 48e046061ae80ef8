/** The gate for members' requests, and the table of those that wait for an answer. */
package dev.flotilla.raftdpws.peer;
