package dev.flotilla.order.corba;

import com.sun.corba.ee.spi.orb.ORB;
import com.sun.corba.ee.spi.transport.Acceptor;
import com.sun.corba.ee.spi.transport.TransportManager;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.Properties;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.omg.CORBA.ORBPackage.InvalidName;
import org.omg.CORBA.SystemException;
import org.omg.CORBA.UserException;
import org.omg.CORBA.portable.ObjectImpl;
import org.omg.PortableServer.POA;
import org.omg.PortableServer.POAHelper;
import org.omg.PortableServer.Servant;

/**
 * An ORB that listens at one address; any thread.
 *
 * <p>It has nothing in common with other ORBs of the JVM, so a call between two of them goes over
 * TCP, without Nagle's algorithm.
 */
final class LocalOrb implements AutoCloseable {
  /** A call fails after this time without an answer. */
  static final long ANSWER_SECONDS = 60;

  private static final String SETTINGS = "com.sun.corba.ee.";

  /** The first and the longest total wait in ms, the growth in percent, the longest single wait. */
  private static final String CONNECT_WAITS = "100:1000:100:500";

  /** In the same form, for bytes that do not come or go; closing waits for the first, too. */
  private static final String TRANSFER_WAITS = "50:10000:20:200";

  /**
   * Bytes of a GIOP fragment. The ORB's 4,096 double the time of 100 kB, and 65,536 triple the time
   * of 1 kB.
   */
  private static final String FRAGMENT_BYTES = "16384";

  private final ORB orb;
  private final POA adapter;
  private final AtomicBoolean isClosed = new AtomicBoolean();

  private LocalOrb(ORB orb, POA adapter) {
    this.orb = orb;
    this.adapter = adapter;
  }

  /**
   * Starts to listen.
   *
   * @param address where to listen; port 0 takes a free one
   * @throws IOException if the address cannot be used
   */
  static LocalOrb start(InetSocketAddress address) throws IOException {
    ORB orb = (ORB) org.omg.CORBA.ORB.init(new String[0], properties(address));
    try {
      POA adapter = POAHelper.narrow(orb.resolve_initial_references("RootPOA"));
      adapter.the_POAManager().activate();
      return new LocalOrb(orb, adapter);
    } catch (UserException | SystemException e) {
      orb.destroy();
      throw new IOException("cannot listen on %s: %s".formatted(address, e.getMessage()), e);
    }
  }

  private static Properties properties(InetSocketAddress address) {
    Properties properties = new Properties();
    properties.setProperty("org.omg.CORBA.ORBClass", "com.sun.corba.ee.impl.orb.ORBImpl");
    set(properties, "ORBServerHost", address.getAddress().getHostAddress());
    set(properties, "ORBServerPort", String.valueOf(address.getPort()));
    set(properties, "giop.ORBFragmentSize", FRAGMENT_BYTES);
    set(properties, "giop.ORBBufferSize", FRAGMENT_BYTES);
    set(properties, "transport.ORBTCPConnectTimeouts", CONNECT_WAITS);
    set(properties, "transport.ORBTCPTimeouts", TRANSFER_WAITS);
    set(
        properties,
        "transport.ORBWaitForResponseTimeout",
        String.valueOf(TimeUnit.SECONDS.toMillis(ANSWER_SECONDS)));
    return properties;
  }

  private static void set(Properties properties, String name, String value) {
    properties.setProperty(SETTINGS + name, value);
  }

  /** Makes an object callable. */
  org.omg.CORBA.Object export(Servant servant) throws IOException {
    try {
      return adapter.servant_to_reference(servant);
    } catch (UserException e) {
      throw new IOException("cannot export %s: %s".formatted(servant, e.getMessage()), e);
    }
  }

  /** Gives an object a name by which other ORBs find it at this ORB's address. */
  void publish(String name, org.omg.CORBA.Object reference) throws IOException {
    try {
      orb.register_initial_reference(name, reference);
    } catch (InvalidName e) {
      throw new IOException("cannot publish an object as '%s'".formatted(name), e);
    }
  }

  /** Refers to a published object of another ORB; does not ask whether there is one. */
  ObjectImpl locate(InetSocketAddress address, String name) {
    String host = address.getAddress().getHostAddress();
    String bracketed = host.contains(":") ? "[" + host + "]" : host;
    return (ObjectImpl)
        orb.string_to_object(
            "corbaloc:iiop:1.2@%s:%s/%s".formatted(bracketed, address.getPort(), name));
  }

  /** The real port. */
  int port() {
    return transport().getAcceptors().iterator().next().getPort();
  }

  /** Stops to listen, and closes all connections. */
  @Override
  public void close() {
    if (isClosed.compareAndSet(false, true)) {
      transport().getAcceptors().forEach(Acceptor::close);
      orb.destroy();
    }
  }

  private TransportManager transport() {
    return orb.getCorbaTransportManager();
  }
}
