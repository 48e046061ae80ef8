/** Whole servers on loopback in one JVM, each test on a discovery port of its own. */
package dev.flotilla.raftdpws;
