package dev.flotilla.dpws.http.message;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import dev.flotilla.dpws.http.message.MessageInput.Step;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelHandler;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.handler.codec.http.HttpContent;
import io.netty.handler.codec.http.HttpMessage;
import io.netty.handler.codec.http.HttpObject;
import io.netty.handler.codec.http.HttpResponse;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.LastHttpContent;
import io.netty.util.ReferenceCountUtil;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.function.Function;

/** Ways to read the bytes of a connection, which give the same messages or the same refusal. */
public final class Readings {
  public static final int MAX_HEAD_BYTES = 512;
  public static final int MAX_BODY_BYTES = 5_000;

  private static final int MAX_PIECES = 12;

  private Readings() {}

  /** How a message or a refusal begins in the lists of readings. */
  public enum Outcome {
    MESSAGE,
    REFUSED,
    COMPLETE,
    INSIDE
  }

  /** Cuts bytes at random places, often near the ends of heads. */
  public static List<byte[]> cut(byte[] bytes, Random random) {
    List<byte[]> pieces = new ArrayList<>();
    int cuts = random.nextInt(MAX_PIECES);
    int[] places = new int[cuts];
    for (int i = 0; i < cuts; i++) {
      places[i] = random.nextInt(bytes.length + 1);
    }
    Arrays.sort(places);
    int at = 0;
    for (int place : places) {
      pieces.add(Arrays.copyOfRange(bytes, at, place));
      at = place;
    }
    pieces.add(Arrays.copyOfRange(bytes, at, bytes.length));
    return pieces;
  }

  /** A body within limits that are large enough for every test. */
  public static MessageBody body() {
    return new MessageBody(MAX_BODY_BYTES, new ByteBudget(1 << 20));
  }

  /** What an input makes of the pieces: messages, a refusal, and whether a message has begun. */
  public static List<String> ofInput(
      MessageInput.Decoder decoder, int maxKnownHeadBytes, List<byte[]> pieces) {
    MessageInput<String> input =
        new MessageInput<>(decoder, Readings::words, body(), maxKnownHeadBytes);
    List<String> seen = new ArrayList<>();
    try {
      for (byte[] piece : pieces) {
        // An array that is overwritten afterwards, somewhere in its middle.
        byte[] received = new byte[piece.length + 2];
        System.arraycopy(piece, 0, received, 1, piece.length);
        input.receive(Unpooled.wrappedBuffer(received, 1, piece.length));
        Step step;
        while ((step = input.next()) != Step.STARVED) {
          if (step == Step.MESSAGE) {
            MessageBody body = input.body();
            String text = new String(body.array(), body.offset(), body.length(), ISO_8859_1);
            seen.add(Outcome.MESSAGE + " " + input.head() + text);
          }
        }
        input.keep();
        Arrays.fill(received, (byte) '!');
      }
      seen.add(String.valueOf(input.isInsideMessage() ? Outcome.INSIDE : Outcome.COMPLETE));
    } catch (HttpException e) {
      seen.add(Outcome.REFUSED + " " + e.status() + " " + e.getMessage());
    }
    return seen;
  }

  /** The messages that one of Netty's decoders yields in a pipeline, up to a failure. */
  public static List<String> ofPipeline(ChannelHandler decoder, List<byte[]> pieces) {
    EmbeddedChannel channel = new EmbeddedChannel(decoder);
    try {
      return read(channel, pieces);
    } finally {
      channel.finishAndReleaseAll();
    }
  }

  private static List<String> read(EmbeddedChannel channel, List<byte[]> pieces) {
    List<String> seen = new ArrayList<>();
    StringBuilder body = new StringBuilder();
    String head = "";
    for (byte[] piece : pieces) {
      channel.writeInbound(Unpooled.wrappedBuffer(piece));
      HttpObject part;
      while ((part = channel.readInbound()) != null) {
        if (part.decoderResult().isFailure() || switchesProtocols(part)) {
          ReferenceCountUtil.release(part);
          seen.add(String.valueOf(Outcome.REFUSED));
          return seen;
        }
        if (part instanceof HttpMessage message) {
          head = allOf(message);
        }
        if (part instanceof HttpContent content) {
          body.append(content.content().toString(ISO_8859_1));
        }
        if (part instanceof LastHttpContent) {
          seen.add(Outcome.MESSAGE + " " + head + body);
          body.setLength(0);
        }
        ReferenceCountUtil.release(part);
      }
    }
    return seen;
  }

  /** What follows is no HTTP for the decoder; callers close the connection. */
  private static boolean switchesProtocols(HttpObject part) {
    return part instanceof HttpResponse response
        && response.status().code() == HttpResponseStatus.SWITCHING_PROTOCOLS.code();
  }

  /** Everything in a head but its length. */
  private static String words(HttpMessage head) throws HttpException {
    if (switchesProtocols(head)) {
      throw new HttpException(502, "switches protocols");
    }
    return allOf(head);
  }

  private static String allOf(HttpMessage head) {
    StringBuilder words = new StringBuilder(head.toString().lines().skip(1).findFirst().orElse(""));
    head.headers()
        .forEach(
            field -> {
              if (!field.getKey().toLowerCase(Locale.ROOT).equals("content-length")) {
                words.append('|').append(field);
              }
            });
    return words.append('|').toString();
  }

  /**
   * A row of messages, mostly with the head of the one before, in one stream in three with damage.
   *
   * @param heads with {@code @} where digits of the length are
   */
  public static byte[] stream(List<String> heads, Random random, Function<Integer, String> others) {
    StringBuilder text = new StringBuilder();
    String head = heads.get(random.nextInt(heads.size()));
    int messages = 1 + random.nextInt(8);
    for (int i = 0; i < messages; i++) {
      if (random.nextInt(6) == 0) {
        text.append(others.apply(random.nextInt(1 << 16)));
        continue;
      }
      if (random.nextInt(4) == 0) {
        head = heads.get(random.nextInt(heads.size()));
      }
      int length = random.nextInt(random.nextInt(5) == 0 ? MAX_BODY_BYTES + 50 : 60);
      String blanks = " ".repeat(random.nextInt(4) == 0 ? random.nextInt(40) : 0);
      text.append(head.replace("@", blanks + length)).append("b".repeat(length));
    }
    if (random.nextInt(3) == 0) {
      damage(text, random);
    }
    return text.toString().getBytes(ISO_8859_1);
  }

  private static void damage(StringBuilder text, Random random) {
    for (int i = random.nextInt(3); i >= 0 && !text.isEmpty(); i--) {
      // Near a length, or anywhere.
      int length = text.indexOf("ength", random.nextInt(text.length()));
      int near = length < 0 || random.nextBoolean() ? random.nextInt(text.length()) : length;
      int at = Math.min(text.length() - 1, near + random.nextInt(16));
      String strange = "\r\n 0123456789:;-+aLt\t\0\u00e9";
      char c = strange.charAt(random.nextInt(strange.length()));
      switch (random.nextInt(4)) {
        case 0 -> text.setCharAt(at, c);
        case 1 -> text.insert(at, c);
        case 2 -> text.deleteCharAt(at);
        default -> text.setLength(at);
      }
    }
  }

  /** A decoder that counts what it is asked for. */
  public static final class Counting implements MessageInput.Decoder {
    private final MessageInput.Decoder inner;
    private int calls;

    public Counting(MessageInput.Decoder inner) {
      this.inner = inner;
    }

    public int calls() {
      return calls;
    }

    @Override
    public void decodeNext(ByteBuf in, List<Object> parts) throws HttpException {
      calls++;
      inner.decodeNext(in, parts);
    }

    @Override
    public void skipContent() {
      inner.skipContent();
    }

    @Override
    public boolean isInsideMessage() {
      return inner.isInsideMessage();
    }
  }
}
