package dev.flotilla.bench.harness.management;

import dev.flotilla.bench.harness.device.DeviceSettings;
import java.util.Optional;

/**
 * What an agent of the contract of 2014 is started with.
 *
 * @param device where it listens, and what people call it
 * @param role what it starts
 * @param networkInterface the interface of its process, by its name; empty for loopback
 * @param serverClassPath the class path of {@code flotilla server}
 */
public record ManagementSettings(
    DeviceSettings device,
    ManagedRole role,
    Optional<String> networkInterface,
    String serverClassPath) {}
