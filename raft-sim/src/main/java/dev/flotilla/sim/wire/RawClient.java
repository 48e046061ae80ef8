package dev.flotilla.sim.wire;

import dev.flotilla.dpws.soap.Operation;
import dev.flotilla.dpws.soap.SoapHeader;
import dev.flotilla.dpws.soap.SoapWriter;
import io.netty.bootstrap.Bootstrap;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.util.ReferenceCountUtil;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/** Sends any bytes to a server, on a connection of their own, and shows what comes back. */
public final class RawClient {
  private static final long PATIENCE_MILLIS = 1_000;

  private final WireProcess process;

  /** A client that runs in a process of its own. */
  public RawClient(WireProcess process) {
    this.process = process;
  }

  /** The request of an operation as it would be sent, but for the text that is replaced in it. */
  public static <Q> byte[] request(
      int host, Operation<Q, ?> operation, Q request, byte[] old, byte[] replacement) {
    ByteBuf body = Unpooled.buffer();
    String uri = WireServer.addressOf(host).toString();
    SoapHeader header = SoapHeader.request(operation.action(), "urn:uuid:" + host, uri);
    SoapWriter.write(body, header, operation.requestWriter(), request);
    byte[] sent = replaced(bytes(body), old, replacement);
    String head =
        "POST %s HTTP/1.1\r\nHost: %s\r\nContent-Type: application/soap+xml; charset=utf-8\r\nContent-Length: %s\r\n\r\n"
            .formatted(
                WireServer.addressOf(host).getPath(),
                WireServer.addressOf(host).getAuthority(),
                sent.length);
    return bytes(Unpooled.wrappedBuffer(head.getBytes(StandardCharsets.US_ASCII), sent));
  }

  /**
   * Sends.
   *
   * @param answered takes what came back until the end of the connection or of all patience; not
   *     called if there was no connection
   */
  public void send(int host, byte[] request, Consumer<String> answered) {
    var unused =
        new Bootstrap()
            .group(process.loops().group())
            .channelFactory(process.loops().ports().sockets())
            .disableResolver()
            .handler(new Exchange(request, answered))
            .connect(WireNetwork.addressOf(host));
  }

  private static byte[] bytes(ByteBuf buffer) {
    byte[] bytes = new byte[buffer.readableBytes()];
    buffer.readBytes(bytes);
    buffer.release();
    return bytes;
  }

  /** Each byte is a character here, so that nothing is understood. */
  private static byte[] replaced(byte[] bytes, byte[] old, byte[] replacement) {
    String text = new String(bytes, StandardCharsets.ISO_8859_1);
    return text.replace(
            new String(old, StandardCharsets.ISO_8859_1),
            new String(replacement, StandardCharsets.ISO_8859_1))
        .getBytes(StandardCharsets.ISO_8859_1);
  }

  private static final class Exchange extends ChannelInboundHandlerAdapter {
    private final byte[] request;
    private final Consumer<String> answered;
    private final StringBuilder answer = new StringBuilder();

    Exchange(byte[] request, Consumer<String> answered) {
      this.request = request;
      this.answered = answered;
    }

    @Override
    public void channelActive(ChannelHandlerContext context) {
      Channel channel = context.channel();
      var unused = channel.writeAndFlush(Unpooled.wrappedBuffer(request));
      var alarm =
          channel
              .eventLoop()
              .schedule(
                  () -> {
                    var unusedClose = channel.close();
                  },
                  PATIENCE_MILLIS,
                  TimeUnit.MILLISECONDS);
      var ignored = channel.closeFuture().addListener(closed -> alarm.cancel(false));
    }

    @Override
    public void channelRead(ChannelHandlerContext context, Object message) {
      answer.append(((ByteBuf) message).toString(StandardCharsets.ISO_8859_1));
      ReferenceCountUtil.release(message);
      // One answer is expected, and its envelope ends like this.
      if (answer.indexOf("Envelope>") > 0) {
        var unused = context.close();
      }
    }

    @Override
    public void channelInactive(ChannelHandlerContext context) {
      answered.accept(answer.toString());
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
      var unused = context.close();
    }
  }
}
