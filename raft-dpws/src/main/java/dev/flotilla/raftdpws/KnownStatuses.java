package dev.flotilla.raftdpws;

import dev.flotilla.raft.model.NodeId;
import dev.flotilla.raftdpws.message.StatusEdition;
import dev.flotilla.raftdpws.message.StatusFact;
import dev.flotilla.raftdpws.message.StatusRequest;
import dev.flotilla.raftdpws.message.StatusResponse;
import java.net.URI;
import java.util.Collections;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The last full status of each address, so that servers that are asked again and again need not
 * repeat what has not changed. Any thread. Bound: {@value #MAX_ADDRESSES} addresses; the one asked
 * longest ago is forgotten.
 */
final class KnownStatuses {
  static final int MAX_ADDRESSES = 64;

  private final Map<URI, StatusResponse> full = new LinkedHashMap<>();

  /** Of {@link #full}; null after a change of it. */
  private @Nullable Map<NodeId, String> names;

  /** What to ask an address. */
  synchronized StatusRequest request(URI address) {
    return new StatusRequest(Optional.ofNullable(full.get(address)).flatMap(StatusEdition::of));
  }

  /**
   * The whole of what was answered.
   *
   * @throws IllegalArgumentException if the rest of it is not known
   */
  synchronized StatusResponse completed(URI address, StatusResponse answer) {
    StatusResponse known = full.remove(address);
    if (!StatusEdition.isBrief(answer)) {
      names = null;
      if (StatusEdition.of(answer).isPresent()) {
        keep(address, answer);
      }
      return answer;
    }
    if (known == null) {
      throw new IllegalArgumentException(
          address + " has answered in brief, and what it told before is not known any more");
    }
    // It may be a later edition, if another answer was faster.
    keep(address, known);
    return StatusEdition.completed(answer, known);
  }

  /** What the servers are called that have told it. */
  synchronized Map<NodeId, String> names() {
    Map<NodeId, String> known = names;
    if (known == null) {
      Map<NodeId, String> found = new LinkedHashMap<>();
      for (StatusResponse status : full.values()) {
        status
            .facts()
            .text(StatusFact.MEMBER_NAME)
            .ifPresent(name -> found.put(status.self().member().id(), name));
      }
      known = Collections.unmodifiableMap(found);
      names = known;
    }
    return known;
  }

  private void keep(URI address, StatusResponse status) {
    full.put(address, status);
    if (full.size() > MAX_ADDRESSES) {
      Iterator<URI> oldest = full.keySet().iterator();
      oldest.next();
      oldest.remove();
      names = null;
    }
  }

  synchronized int size() {
    return full.size();
  }
}
