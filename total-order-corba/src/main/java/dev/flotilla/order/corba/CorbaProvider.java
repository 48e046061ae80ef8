package dev.flotilla.order.corba;

import dev.flotilla.order.Middleware;
import dev.flotilla.order.bench.MiddlewareProvider;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;

/** Offers CORBA to the programs that measure. */
public final class CorbaProvider implements MiddlewareProvider {
  /** For {@link java.util.ServiceLoader}. */
  public CorbaProvider() {}

  @Override
  public String name() {
    return "corba";
  }

  @Override
  public Middleware join(InetSocketAddress registration, InetAddress host) throws IOException {
    return CorbaMiddleware.join(registration, host);
  }

  @Override
  public InetSocketAddress startRegistration(InetSocketAddress address, int size)
      throws IOException {
    return CorbaRegistration.start(address, size).address();
  }
}
