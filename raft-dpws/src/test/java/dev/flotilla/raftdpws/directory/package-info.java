/** The address directory under forged announcements, failures and restarts. */
package dev.flotilla.raftdpws.directory;
