/**
 * The wire contract by random messages: there and back, and valid against the published schemas.
 */
package dev.flotilla.raftdpws.wire;
