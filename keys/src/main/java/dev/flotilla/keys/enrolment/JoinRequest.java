package dev.flotilla.keys.enrolment;

import java.net.InetSocketAddress;
import java.net.NetworkInterface;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;

/**
 * What a device asks an enrolment service for. Immutable.
 *
 * @param group the group, which must be that of the secret's authority
 * @param secret what the operator has brought
 * @param out the key directory that is to be; must not exist
 * @param name the name that the device would like; the authority may choose another
 * @param networkInterface where to search for the service
 * @param at the service's address, where discovery does not reach
 * @param timeout how long to try
 */
public record JoinRequest(
    String group,
    EnrolmentSecret secret,
    Path out,
    String name,
    NetworkInterface networkInterface,
    Optional<InetSocketAddress> at,
    Duration timeout) {}
