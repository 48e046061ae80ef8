package dev.flotilla.order.corba;

import dev.flotilla.order.ProcessGroup;
import java.io.IOException;
import java.net.InetSocketAddress;

/**
 * Assigns numbers to processes in the order in which they register, and tells each the others once
 * the last one has; runs on threads of an ORB.
 *
 * <p>Processes find it by its address: {@code corbaloc:iiop:1.2@HOST:PORT/flotilla-total-order}.
 */
public final class CorbaRegistration implements AutoCloseable {
  private final LocalOrb orb;
  private final RegistrationServant servant;
  private final InetSocketAddress address;

  private CorbaRegistration(LocalOrb orb, RegistrationServant servant, InetSocketAddress address) {
    this.orb = orb;
    this.servant = servant;
    this.address = address;
  }

  /**
   * Starts to wait for processes.
   *
   * @param address where to listen; port 0 takes a free one
   * @param size how many processes the group has
   * @throws IOException if the address cannot be used
   */
  public static CorbaRegistration start(InetSocketAddress address, int size) throws IOException {
    RegistrationServant servant = new RegistrationServant(new ProcessGroup(0, size).size());
    LocalOrb orb = LocalOrb.start(address);
    try {
      orb.publish(Contract.REGISTRATION_NAME, orb.export(servant));
      return new CorbaRegistration(
          orb, servant, new InetSocketAddress(address.getAddress(), orb.port()));
    } catch (IOException e) {
      orb.close();
      throw e;
    }
  }

  /** Where it listens, with the real port. */
  public InetSocketAddress address() {
    return address;
  }

  /** Stops; processes that wait get no number. */
  @Override
  public void close() {
    servant.close();
    orb.close();
  }
}
