package dev.flotilla.gateway.agent;

import dev.flotilla.dpws.HostPort;
import dev.flotilla.gateway.backend.LoadReport;

/**
 * What an agent says of its web server.
 *
 * @param server where the web server listens
 * @param isAlive whether it has just answered the agent
 * @param load how busy its host is
 */
record WebServerReport(HostPort server, boolean isAlive, LoadReport load) {}
