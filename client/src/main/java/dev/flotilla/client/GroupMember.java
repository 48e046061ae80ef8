package dev.flotilla.client;

import java.net.URI;
import java.util.Optional;

/**
 * A member of a group. Immutable.
 *
 * @param id its lasting identity, {@code urn:uuid:...}; followed by a slash and the life of its
 *     data directory if two lives of one server are members
 * @param kind what it is to the group
 * @param address where it was called last, as far as the servers that answered know
 */
public record GroupMember(String id, MemberKind kind, Optional<URI> address) {}
