package dev.flotilla.dpws.http;

import static dev.flotilla.dpws.http.RawClient.echo;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.flotilla.dpws.http.message.ByteBudget;
import dev.flotilla.dpws.http.message.Channels;
import dev.flotilla.dpws.soap.BodyWriter;
import dev.flotilla.dpws.soap.Exchange;
import dev.flotilla.dpws.soap.Operation;
import dev.flotilla.dpws.soap.SoapFault;
import dev.flotilla.dpws.xml.XmlWriter;
import io.netty.buffer.AbstractByteBufAllocator;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.buffer.Unpooled;
import io.netty.buffer.UnpooledByteBufAllocator;
import io.netty.buffer.UnpooledHeapByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelOutboundHandlerAdapter;
import io.netty.channel.ChannelPromise;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.util.ReferenceCountUtil;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Whatever fails while an answer is written, all that was taken from a budget is given back. */
@Tag("slow")
class BudgetsAfterFailuresTest {
  private static final int LARGE_CHARS = 100_000;
  private static final int MAX_POINTS = 10_000;

  /** Kinds of failure, as whoever fails throws them. */
  private static final List<Runnable> KINDS =
      List.of(
          () -> {
            throw new IllegalArgumentException("planted");
          },
          () -> {
            throw new IllegalStateException("planted");
          },
          () -> {
            throw new OutOfMemoryError("planted");
          });

  @Test
  void everyFailureOfAWriteGivesBackWhatWasTaken() {
    for (Runnable kind : KINDS) {
      int point = 1;
      while (new Run(point, kind).reachesItsPoint()) {
        point++;
        assertThat(point).isLessThan(MAX_POINTS);
      }
      assertThat(point).as("places at which something can fail").isGreaterThan(12);
    }
  }

  @Test
  @Tag("full")
  void withoutAFailureEveryRequestIsAnsweredInOrder() {
    Run run = new Run(0, () -> {});
    run.reachesItsPoint();
    String sent = run.sent.toString(UTF_8);
    assertThat(sent.split("HTTP/1.1 ")).hasSize(6);
    assertThat(sent)
        .containsSubsequence("urn:id:1", "urn:id:2", "urn:id:3", "Fault", "urn:id:4", "Fault");
  }

  /** One connection with some requests on it, and one failure. */
  private static final class Run {
    private final int failingPoint;
    private final Runnable failure;
    private final ByteBudget requests = new ByteBudget(4 << 20);
    private final ByteBudget answers = new ByteBudget(4 << 20);
    private final List<Exchange<String>> held = new ArrayList<>();
    private final ByteBuf sent = Unpooled.buffer();
    private int points;

    Run(int failingPoint, Runnable failure) {
      this.failingPoint = failingPoint;
      this.failure = failure;
    }

    private void mayFail() {
      if (++points == failingPoint) {
        failure.run();
      }
    }

    boolean reachesItsPoint() {
      Channel channel = new Channel();
      channel.config().setAllocator(new FailingAllocator(this::mayFail));
      Routes routes = new Routes();
      routes.add("/echo", service(exchange -> {}));
      routes.add("/held", service(held::add));
      EndpointConnection connection =
          new EndpointConnection(
              new SharedByConnections(
                  routes,
                  HttpLimits.DEFAULT,
                  requests,
                  answers,
                  new ConnectionTable(10),
                  System::nanoTime),
              channel);
      channel.pipeline().addLast(new FailingWrites(this::mayFail), connection);
      channel.pipeline().fireChannelActive();

      converse(channel);
      channel.runPendingTasks();
      Object part;
      while ((part = channel.readOutbound()) != null) {
        sent.writeBytes((ByteBuf) part);
        ReferenceCountUtil.release(part);
      }
      Channels.close(channel);
      channel.runPendingTasks();
      held.forEach(exchange -> elsewhere(() -> exchange.answer("z".repeat(LARGE_CHARS))));
      channel.runPendingTasks();
      assertThat(requests.takenBytes()).as("requests after point %s", failingPoint).isZero();
      assertThat(answers.takenBytes()).as("answers after point %s", failingPoint).isZero();
      return points >= failingPoint;
    }

    private void converse(Channel channel) {
      String large = "x".repeat(LARGE_CHARS);
      send(channel, "/held", echo("urn:id:1", large));
      send(channel, "/echo", echo("urn:id:2", large));
      send(channel, "/held", echo("urn:id:3", large));
      send(channel, "/echo", echo("urn:id:4", large).replace("text", "other"));
      for (int i = held.size() - 1; i >= 0; i--) {
        Exchange<String> exchange = held.get(i);
        boolean isFirst = i == 0;
        elsewhere(
            () -> {
              if (isFirst) {
                exchange.answer(large);
              } else {
                exchange.fault(SoapFault.receiver(large));
              }
            });
        channel.runPendingTasks();
      }
      send(channel, "/none", large);
    }

    /** Answers on a thread that may fail by itself, which is not the connection's affair. */
    private static void elsewhere(Runnable answer) {
      try {
        answer.run();
      } catch (IllegalArgumentException | IllegalStateException | OutOfMemoryError e) {
        assertThat(e).hasMessage("planted");
      }
    }

    private static void send(Channel channel, String path, String envelope) {
      if (channel.isOpen()) {
        byte[] body = envelope.getBytes(UTF_8);
        String head =
            "POST "
                + path
                + " HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/soap+xml\r\n"
                + "Content-Length: "
                + body.length
                + "\r\n\r\n";
        channel.writeInbound(Unpooled.wrappedBuffer(head.getBytes(UTF_8), body));
      }
    }

    private SoapService service(Consumer<Exchange<String>> handler) {
      Operation<String, String> echo = Echo.OPERATION;
      Operation<String, String> counted =
          new Operation<>(
              echo.action(),
              echo.responseAction(),
              echo.requestReader(),
              echo.requestWriter(),
              echo.responseReader(),
              new CountedWriter(echo.responseWriter(), this::mayFail));
      return SoapService.builder()
          .operation(
              counted,
              (text, exchange) -> {
                handler.accept(exchange);
                if (!held.contains(exchange)) {
                  exchange.answer(text);
                }
              })
          .build();
    }
  }

  private record CountedWriter(BodyWriter<String> inner, Runnable mayFail)
      implements BodyWriter<String> {
    @Override
    public void write(String value, XmlWriter out) {
      mayFail.run();
      inner.write(value, out);
      mayFail.run();
    }

    @Override
    public long heldBytes(String value) {
      mayFail.run();
      return value.length();
    }
  }

  /** An embedded channel with the addresses of a socket. */
  private static final class Channel extends EmbeddedChannel {
    @Override
    protected SocketAddress localAddress0() {
      return new InetSocketAddress(InetAddress.getLoopbackAddress(), 1);
    }

    @Override
    protected SocketAddress remoteAddress0() {
      return new InetSocketAddress(InetAddress.getLoopbackAddress(), 2);
    }
  }

  /** Writes to the socket that may fail. */
  private static final class FailingWrites extends ChannelOutboundHandlerAdapter {
    private final Runnable mayFail;

    FailingWrites(Runnable mayFail) {
      this.mayFail = mayFail;
    }

    @Override
    public void write(ChannelHandlerContext context, Object message, ChannelPromise promise) {
      try {
        mayFail.run();
      } catch (RuntimeException | Error e) {
        ReferenceCountUtil.release(message);
        promise.tryFailure(e);
        return;
      }
      var unused = context.write(message, promise);
    }
  }

  /** Heap buffers whose arrays may be refused, at first and whenever they grow. */
  private static final class FailingAllocator extends DelegatingAllocator {
    private final Runnable mayFail;

    FailingAllocator(Runnable mayFail) {
      this.mayFail = mayFail;
    }

    @Override
    public ByteBuf heapBuffer(int initialCapacity, int maxCapacity) {
      return new UnpooledHeapByteBuf(this, initialCapacity, maxCapacity) {
        @Override
        protected byte[] allocateArray(int size) {
          mayFail.run();
          return super.allocateArray(size);
        }
      };
    }
  }

  private abstract static class DelegatingAllocator extends AbstractByteBufAllocator {
    private final ByteBufAllocator inner = UnpooledByteBufAllocator.DEFAULT;

    @Override
    protected ByteBuf newHeapBuffer(int initialCapacity, int maxCapacity) {
      return inner.heapBuffer(initialCapacity, maxCapacity);
    }

    @Override
    protected ByteBuf newDirectBuffer(int initialCapacity, int maxCapacity) {
      return inner.directBuffer(initialCapacity, maxCapacity);
    }

    @Override
    public boolean isDirectBufferPooled() {
      return false;
    }
  }
}
