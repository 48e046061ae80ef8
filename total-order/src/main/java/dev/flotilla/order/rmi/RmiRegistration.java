package dev.flotilla.order.rmi;

import dev.flotilla.order.ProcessGroup;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.rmi.NoSuchObjectException;
import java.rmi.RemoteException;
import java.rmi.registry.LocateRegistry;
import java.rmi.registry.Registry;
import java.rmi.server.UnicastRemoteObject;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** An RMI registry with the object that assigns numbers; runs on threads of RMI. */
public final class RmiRegistration implements RemoteRegistration, AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(RmiRegistration.class);
  private static final long WAIT_SECONDS = 60;

  private final int size;
  private final BoundSockets sockets;
  private final InetSocketAddress address;
  private final CountDownLatch missing;
  private final Registry registry;

  /** Guarded by this. */
  private final List<RemoteProcess> processes = new ArrayList<>();

  private RmiRegistration(InetSocketAddress wanted, int size) throws IOException {
    this.size = new ProcessGroup(0, size).size();
    this.missing = new CountDownLatch(size);
    this.sockets = new BoundSockets(wanted.getAddress());
    this.registry = LocateRegistry.createRegistry(wanted.getPort(), null, sockets);
    this.address = new InetSocketAddress(wanted.getAddress(), sockets.port());
  }

  /**
   * Starts to wait for processes.
   *
   * @param address where the registry listens; port 0 takes a free one
   * @param size how many processes the group has
   * @throws IOException if the address cannot be used
   */
  public static RmiRegistration start(InetSocketAddress address, int size) throws IOException {
    RmiHost.announce(address.getAddress());
    RmiRegistration registration = new RmiRegistration(address, size);
    var stub =
        UnicastRemoteObject.exportObject(
            registration, 0, null, registration.sockets, RmiFilters::references);
    registration.registry.rebind(NAME, stub);
    return registration;
  }

  /** Where the registry listens, with the real port. */
  public InetSocketAddress address() {
    return address;
  }

  @Override
  public synchronized int register(RemoteProcess process) throws RemoteException {
    if (processes.size() == size) {
      throw new RemoteException(
          "the group has its %s processes; start another registration".formatted(size));
    }
    processes.add(process);
    missing.countDown();
    return processes.size() - 1;
  }

  @Override
  public RemoteProcess[] processes() throws RemoteException {
    try {
      if (!missing.await(WAIT_SECONDS, TimeUnit.SECONDS)) {
        throw new RemoteException(
            "%s of %s processes are missing after %s s; start them"
                .formatted(missing.getCount(), size, WAIT_SECONDS));
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new RemoteException("the registration was interrupted", e);
    }
    synchronized (this) {
      return processes.toArray(RemoteProcess[]::new);
    }
  }

  @Override
  public void close() {
    try {
      UnicastRemoteObject.unexportObject(this, /* force= */ true);
      UnicastRemoteObject.unexportObject(registry, /* force= */ true);
    } catch (NoSuchObjectException e) {
      LOG.debug("The registration was closed before", e);
    }
  }
}
