package dev.flotilla.dpws.http.client;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.flotilla.dpws.Accepted;
import dev.flotilla.dpws.EventLoops;
import dev.flotilla.dpws.http.Echo;
import dev.flotilla.dpws.http.EmbeddedSocket;
import dev.flotilla.dpws.http.RawClient;
import dev.flotilla.dpws.http.message.ByteBudget;
import dev.flotilla.dpws.http.message.Channels;
import dev.flotilla.dpws.soap.SoapFault;
import dev.flotilla.dpws.soap.SoapFaultCode;
import dev.flotilla.dpws.soap.SoapHeader;
import dev.flotilla.dpws.soap.SoapWriter;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The bytes that a server sends to a caller with three calls under way. The first byte says how
 * they are cut into reads.
 */
public final class CallerFuzz {
  private static final int CALLS = 3;
  private static final EventLoops LOOPS = EventLoops.start(1, "fuzz");
  private static final CallerOptions OPTIONS =
      CallerOptions.DEFAULT.withConnections(1, CALLS).withMaxEnvelopeBytes(64 << 10);

  private CallerFuzz() {}

  /** Called by the fuzzer, and for each known input in a build. */
  public static void fuzzerTestOneInput(byte[] input) {
    if (input.length == 0) {
      return;
    }
    ByteBudget budget = new ByteBudget(OPTIONS.maxBufferedBytes());
    EmbeddedSocket socket = new EmbeddedSocket();
    ClientConnection connection = new ClientConnection(new NoConnections(LOOPS, OPTIONS, budget));
    socket.pipeline().addLast(connection);
    socket.pipeline().fireChannelActive();
    List<CompletableFuture<String>> outcomes = new ArrayList<>();
    for (int i = 0; i < CALLS; i++) {
      PendingCall<String, String> call =
          new PendingCall<>(
              NoConnections.TARGET,
              SoapHeader.request(Echo.ACTION, "urn:id:" + i, "urn:to"),
              Echo.OPERATION,
              "text",
              Long.MAX_VALUE,
              PendingCall.ANY);
      connection.send(call);
      outcomes.add(call.outcome);
    }
    connection.flush();
    require(socket.sent().length > 0, "nothing was sent");
    socket.arrive(input, 1, input[0]);
    Channels.close(socket);
    socket.runPendingTasks();
    outcomes.forEach(CallerFuzz::check);
    require(budget.takenBytes() == 0, budget.takenBytes() + " bytes are kept");
    require(socket.sent().length == 0, "something more was sent");
    require(socket.bufferBytes() == 0, socket.bufferBytes() + " bytes of buffers are kept");
  }

  /** What our own endpoint answers, and a fault with all that there can be in one. */
  public static Stream<byte[]> seeds() {
    SoapFault fault =
        new SoapFault(
            SoapFaultCode.SENDER,
            List.of(SoapFault.OVERLOADED, Echo.TEXT.name()),
            "because",
            new SoapFault.Detail(Echo.TEXT.name(), "detail"));
    String all = answer(0) + answer(1) + answer(2);
    return Stream.of(
            all,
            head("200 OK") + length(envelope(0).replace("<text>", "<text>" + "x".repeat(6_000))),
            answer(1),
            answer(0) + refusal(fault, 1) + answer(2),
            refusal(SoapFault.sender("no"), 0),
            "HTTP/1.1 100 Continue\r\n\r\n" + all,
            "HTTP/1.1 202 Accepted\r\nContent-Length: 0\r\n\r\n" + answer(1),
            "HTTP/1.1 503 Service Unavailable\r\nConnection: close\r\n\r\nbusy",
            chunked(envelope(0)))
        .flatMap(text -> Stream.of("\0" + text, "\7" + text).map(cut -> cut.getBytes(UTF_8)));
  }

  private static void check(CompletableFuture<String> outcome) {
    require(outcome.isDone(), "a call has no outcome");
    try {
      Accepted.check(outcome.join(), (name, number) -> {});
    } catch (CompletionException e) {
      requireOrdinary(e.getCause());
    }
  }

  /** A refusal must not hide a fault of the reader, and what was read can be written again. */
  private static void requireOrdinary(@Nullable Throwable failure) {
    if (!(failure instanceof CallFailure ordinary)) {
      throw new AssertionError(failure);
    }
    boolean isFault =
        ordinary.getCause() instanceof RuntimeException
            && !(ordinary.getCause() instanceof IllegalArgumentException);
    if (isFault) {
      throw new AssertionError(ordinary.getCause());
    }
    SoapFault read = ordinary.fault();
    if (read != null) {
      ByteBuf out = Unpooled.buffer();
      SoapWriter.writeFault(out, read, null);
    }
  }

  private static String envelope(int call) {
    return RawClient.envelope(
        "<a:Action>"
            + Echo.ACTION
            + "Response</a:Action><a:RelatesTo>urn:id:"
            + call
            + "</a:RelatesTo>",
        "<EchoResponse xmlns='urn:test:echo'><text>\u00e9cho</text></EchoResponse>");
  }

  private static String answer(int call) {
    return head("200 OK") + length(envelope(call));
  }

  private static String refusal(SoapFault fault, int call) {
    ByteBuf out = Unpooled.buffer();
    SoapWriter.writeFault(out, fault, "urn:id:" + call);
    return head("400 Bad Request") + length(out.toString(UTF_8));
  }

  private static String chunked(String envelope) {
    byte[] bytes = envelope.getBytes(UTF_8);
    return head("200 OK")
        + "Transfer-Encoding: chunked\r\n\r\n"
        + Integer.toHexString(bytes.length)
        + "\r\n"
        + envelope
        + "\r\n0\r\n\r\n";
  }

  private static String head(String status) {
    return "HTTP/1.1 " + status + "\r\nContent-Type: application/soap+xml; charset=utf-8\r\n";
  }

  private static String length(String envelope) {
    return "Content-Length: " + envelope.getBytes(UTF_8).length + "\r\n\r\n" + envelope;
  }

  private static void require(boolean holds, String what) {
    if (!holds) {
      throw new AssertionError(what);
    }
  }
}
