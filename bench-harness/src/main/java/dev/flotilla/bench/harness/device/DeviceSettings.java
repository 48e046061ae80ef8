package dev.flotilla.bench.harness.device;

import dev.flotilla.dpws.discovery.DiscoverySettings;
import java.net.InetAddress;
import java.nio.file.Path;
import java.util.function.Consumer;

/**
 * What every agent is started with.
 *
 * @param name the experiment, by which people and managers find it
 * @param directory for data and logs of its processes
 * @param address where it listens, by a free port
 * @param discovery how it is announced
 * @param log takes one line for each event
 */
public record DeviceSettings(
    String name,
    Path directory,
    InetAddress address,
    DiscoverySettings discovery,
    Consumer<String> log) {}
