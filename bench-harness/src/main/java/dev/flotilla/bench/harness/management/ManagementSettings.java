package dev.flotilla.bench.harness.management;

import dev.flotilla.dpws.discovery.DiscoverySettings;
import java.net.InetAddress;
import java.nio.file.Path;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * What an agent of the contract of 2014 is started with.
 *
 * @param role what it starts
 * @param name what people call it
 * @param directory for data, logs and statistics; made if it is missing
 * @param address where it listens, by a free port
 * @param discovery how it is announced
 * @param networkInterface the interface of its process, by its name; empty for loopback
 * @param serverClassPath the class path of {@code flotilla server}
 * @param log takes one line for each event
 */
public record ManagementSettings(
    ManagedRole role,
    String name,
    Path directory,
    InetAddress address,
    DiscoverySettings discovery,
    Optional<String> networkInterface,
    String serverClassPath,
    Consumer<String> log) {}
