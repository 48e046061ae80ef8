package dev.flotilla.raftdpws;

import dev.flotilla.dpws.device.Device;
import dev.flotilla.dpws.device.HostedService;
import dev.flotilla.dpws.discovery.Discovery;
import dev.flotilla.dpws.link.LinkState;
import dev.flotilla.dpws.link.LinkWatch;
import java.net.InetAddress;
import java.net.URI;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Where this server's RAFT_Service is, which follows the addresses of a network interface: the
 * device listens on what is there, discovery joins its groups again, and others hear of it by a
 * Hello.
 *
 * <p>{@link #now} may be called by any thread, {@link #close} by one that is not the watch's.
 */
final class OwnAddress implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(OwnAddress.class);

  /** What a server does when its addresses change; called on the watch's thread. */
  interface Follower {
    /** Others call this server at another address from now on. */
    void renamed();

    /** An address is gone or the interface came back: connections may hang on what was. */
    void moved();

    /** Nobody can call this server any more. */
    void isUnreachable();
  }

  private final Device device;
  private final HostedService service;
  private final Optional<Discovery> discovery;
  private volatile URI now;
  private @Nullable LinkWatch watch;

  // Of the watch's thread.
  private @Nullable LinkState followed;
  private boolean hasJoined = true;

  OwnAddress(Device device, HostedService service, Optional<Discovery> discovery) {
    this.device = device;
    this.service = service;
    this.discovery = discovery;
    this.now = device.addressesOf(service).get(0);
  }

  /** The URL under which others call; the last one while there is none. */
  URI now() {
    return now;
  }

  /** All URLs under which others may call; they are of this server alone. */
  List<URI> all() {
    return device.addressesOf(service);
  }

  /** Follows an interface from now on. Once. */
  void follow(LinkWatch.Link link, Follower follower) {
    watch =
        LinkWatch.start(
            link, LinkWatch.PERIOD, state -> looked(state, follower), "flotilla-addresses");
  }

  /** Follows no more. */
  @Override
  public void close() {
    LinkWatch current = watch;
    if (current != null) {
      current.close();
    }
  }

  /** Makes the device what the interface is; does again what did not succeed the last time. */
  void looked(LinkState state, Follower follower) {
    boolean wasUsable = followed == null || followed.isUsable();
    LinkState before = followed == null ? state : followed;
    followed = state;
    boolean changed = !state.equals(before);
    if (changed || !hasJoined) {
      hasJoined = discovery.map(Discovery::rejoin).orElse(true);
    }
    boolean listensElsewhere = device.listenOn(state.addresses());
    if (!state.isUsable()) {
      if (wasUsable) {
        LOG.warn(
            "the interface of {} has no address that others can call: it gives up leadership and"
                + " waits for one",
            now);
        follower.isUnreachable();
      }
    } else if (changed || listensElsewhere) {
      announce(before, state, follower);
    }
  }

  private void announce(LinkState before, LinkState state, Follower follower) {
    List<URI> all = device.addressesOf(service);
    if (all.isEmpty()) {
      return; // It is there, and cannot be had yet: the next look tries again.
    }
    URI former = now;
    now = all.get(0);
    follower.renamed();
    LOG.info("{} can be called at {} from now on", former, all);
    device.announceAddresses();
    if (!before.isUsable() || hasLost(before, state)) {
      follower.moved();
    }
  }

  private static boolean hasLost(LinkState before, LinkState state) {
    Set<InetAddress> gone = new HashSet<>(before.addresses());
    state.addresses().forEach(gone::remove);
    return !gone.isEmpty() || before.index() != state.index();
  }
}
