package dev.flotilla.dpws.tls;

import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.handler.codec.DecoderException;
import io.netty.handler.ssl.NotSslRecordException;
import io.netty.handler.ssl.SslHandler;
import io.netty.handler.ssl.SslHandshakeCompletionEvent;
import io.netty.handler.ssl.SslHandshakeTimeoutException;
import java.net.InetSocketAddress;
import java.nio.channels.ClosedChannelException;
import java.security.cert.CertificateException;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.util.Optional;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLHandshakeException;
import javax.net.ssl.SSLPeerUnverifiedException;

/**
 * Stands behind the TLS handler of one connection: lets it be used once the other side has shown a
 * certificate that is accepted. On the connection's event loop.
 */
class TlsGate extends ChannelInboundHandlerAdapter {
  private final TlsKeys keys;
  private final SslHandler tls;
  private final PeerCheck check;
  private long beganNanos = System.nanoTime();

  /** A gate behind the handler. */
  TlsGate(TlsKeys keys, SslHandler tls, PeerCheck check) {
    this.keys = keys;
    this.tls = tls;
    this.check = check;
  }

  /** Of a caller: nobody hears of the connection before it can be used. */
  static final class OfCaller extends TlsGate {
    private final InetSocketAddress called;

    OfCaller(TlsKeys keys, SslHandler tls, PeerCheck check, InetSocketAddress called) {
      super(keys, tls, check);
      this.called = called;
    }

    @Override
    public void channelActive(ChannelHandlerContext context) {
      begin(); // Fired when the handshake is over.
    }

    @Override
    void givenUp(Duration limit) {
      keys().pace().givenUp(called, limit);
    }

    @Override
    void completed(long nanos) {
      keys().pace().completed(called, nanos);
    }

    @Override
    void accepted(ChannelHandlerContext context) {
      context.fireChannelActive();
    }
  }

  @Override
  public void userEventTriggered(ChannelHandlerContext context, Object event) {
    if (event instanceof SslHandshakeCompletionEvent handshake) {
      if (handshake.isSuccess()) {
        completed(System.nanoTime() - beganNanos);
        check(context);
      } else {
        if (handshake.cause() instanceof SslHandshakeTimeoutException) {
          givenUp(Duration.ofMillis(tls.getHandshakeTimeoutMillis()));
        }
        refuse(context, new SSLHandshakeException(reason(handshake.cause())));
      }
    }
    context.fireUserEventTriggered(event);
  }

  @Override
  public void channelActive(ChannelHandlerContext context) {
    begin();
    context.fireChannelActive();
  }

  final void begin() {
    beganNanos = System.nanoTime();
  }

  final TlsKeys keys() {
    return keys;
  }

  /** No handshake took place in time; only a caller knows that the other side meant to have one. */
  void givenUp(Duration limit) {}

  /** The handshake took so long. */
  void completed(long nanos) {
    keys.pace().completed(nanos);
  }

  /** The other side is who it may be. */
  void accepted(ChannelHandlerContext context) {}

  private void check(ChannelHandlerContext context) {
    try {
      X509Certificate peer = (X509Certificate) tls.engine().getSession().getPeerCertificates()[0];
      // Again, since a session that is resumed is not checked by the trust manager.
      Optional<String> objection = keys.objection(peer).or(() -> check.objection(peer));
      if (objection.isPresent()) {
        refuse(context, new SSLHandshakeException(objection.get()));
      } else {
        keys.accepted(context.channel(), peer);
        accepted(context);
      }
    } catch (SSLPeerUnverifiedException e) {
      refuse(context, new SSLHandshakeException("it shows no certificate"));
    }
  }

  private void refuse(ChannelHandlerContext context, SSLException reason) {
    keys.logRefusal(context.channel().remoteAddress(), "" + reason.getMessage());
    context.fireExceptionCaught(reason);
    var unused = context.close();
  }

  /** What a person needs of the causes of a failed handshake. */
  private static String reason(Throwable failure) {
    Throwable cause =
        failure instanceof DecoderException && failure.getCause() != null
            ? failure.getCause()
            : failure;
    if (cause instanceof NotSslRecordException) {
      return "it does not speak TLS";
    }
    if (cause instanceof SslHandshakeTimeoutException) {
      return "the TLS handshake took too long: one of the machines is slow or busy, or the other"
          + " side is silent ("
          + cause.getMessage()
          + ")";
    }
    if (cause instanceof ClosedChannelException) {
      return "it closed the connection during the TLS handshake";
    }
    for (Throwable each = cause; each != null; each = each.getCause()) {
      if (each instanceof CertificateException) {
        return "" + each.getMessage();
      }
    }
    String message = "" + cause.getMessage();
    if (message.startsWith("Received fatal alert") && message.contains("certificate")) {
      return "it does not accept this side's certificate; it may have keys of another group, or a"
          + " wrong clock ("
          + message
          + ")";
    }
    return message.contains("Empty client certificate chain")
        ? "it shows no certificate"
        : "the TLS handshake failed: " + message;
  }
}
