package dev.flotilla.dpws.tls;

import dev.flotilla.dpws.http.message.Channels;
import io.netty.channel.Channel;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslContextBuilder;
import io.netty.handler.ssl.SslProvider;
import io.netty.util.concurrent.ScheduledFuture;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.security.PrivateKey;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLException;

/**
 * TLS 1.3 for an endpoint whose callers have no certificate yet. Handshakes run on the event loop.
 * Any thread.
 */
public final class OneSidedTls implements AcceptingTls {
  private final SslContext context;
  private final Duration life;
  private final Guard guard;

  /** Decides which connections are taken. Called on event loops; must not block. */
  public interface Guard {
    /** Whether a connection from there is taken; then {@link #ended} follows. */
    boolean admits(InetAddress source);

    /** A connection from there has ended. */
    void ended(InetAddress source);
  }

  /**
   * TLS for one endpoint.
   *
   * @param chain the certificate of the key, then those above it
   * @param life after which a connection is closed, whatever is under way
   * @throws SSLException if the key cannot be used
   */
  public OneSidedTls(PrivateKey key, List<X509Certificate> chain, Duration life, Guard guard)
      throws SSLException {
    this.context =
        SslContextBuilder.forServer(key, chain.toArray(X509Certificate[]::new))
            .sslProvider(SslProvider.JDK)
            .protocols("TLSv1.3")
            .build();
    this.life = life;
    this.guard = guard;
  }

  @Override
  public boolean admits(Channel channel) {
    InetAddress source = ((InetSocketAddress) channel.remoteAddress()).getAddress();
    boolean isAdmitted = guard.admits(source);
    if (isAdmitted) {
      channel.closeFuture().addListener(closed -> guard.ended(source));
    }
    return isAdmitted;
  }

  @Override
  public void secureAccepted(Channel channel) {
    ScheduledFuture<?> end =
        channel
            .eventLoop()
            .schedule(() -> Channels.close(channel), life.toNanos(), TimeUnit.NANOSECONDS);
    channel.closeFuture().addListener(closed -> end.cancel(false));
    channel.pipeline().addLast(context.newHandler(channel.alloc()));
  }
}
