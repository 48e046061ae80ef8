package dev.flotilla.dpws.http;

import static dev.flotilla.dpws.http.RawClient.echo;
import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import dev.flotilla.dpws.EventLoops;
import dev.flotilla.testing.Await;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Requests that stall before their last byte, and those that they must not keep out. */
class StalledBodiesTest {
  private static final int MIB = 1 << 20;
  private static final int MAX_ENVELOPE_BYTES = 8 * MIB;

  /** As with the smallest heap. */
  private static final int MAX_BUFFERED_BYTES = 12 * MIB;

  private static final int SMALL_BYTES = MAX_BUFFERED_BYTES / 32;
  private static final HttpLimits LIMITS =
      RawClient.PATIENT
          .withMaxEnvelopeBytes(MAX_ENVELOPE_BYTES)
          .withMaxBufferedBytes(MAX_BUFFERED_BYTES);

  private final List<RawClient> opened = new ArrayList<>();
  private final List<RawClient> stalled = new ArrayList<>();
  private EventLoops loops;
  private HttpEndpoint endpoint;

  @BeforeEach
  void open() throws IOException {
    loops = EventLoops.start(2, "test");
    endpoint =
        HttpEndpoint.open(
            loops, new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), LIMITS);
    endpoint.serve("/echo", Echo.service());
    endpoint.serve(
        "/held", SoapService.builder().operation(Echo.OPERATION, (text, unanswered) -> {}).build());
    endpoint.serve(
        "/peer",
        SoapService.builder()
            .operation(
                Echo.OPERATION,
                (text, exchange) -> {
                  exchange.keepConnection();
                  exchange.answer("taken");
                })
            .build());
  }

  @AfterEach
  void close() throws IOException {
    for (RawClient client : opened) {
      client.close();
    }
    endpoint.close();
    loops.close();
  }

  @Test
  void aKeptConnectionFindsRoomWhateverStrangersHold() throws IOException {
    RawClient member = client();
    assertThat(post(member, "/peer", 1_000)).isEqualTo(200);
    fillWithStalledBodies("");

    assertThat(post(member, "/peer", 10_000)).isEqualTo(200);
    fillWithStalledBodies("");
    assertThat(post(member, "/peer", 6 * MIB)).isEqualTo(200);
    fillWithStalledBodies("");
    assertThat(post(member, "/peer", MAX_ENVELOPE_BYTES)).isEqualTo(200);
  }

  @Test
  void anAddressOfMembersFindsRoomOnANewConnection() throws IOException {
    fillWithStalledBodies("");
    endpoint.prefer(InetAddress::isLoopbackAddress);

    assertThat(post(client(), "/peer", 4 * MIB)).isEqualTo(200);
  }

  @Test
  void aSmallRequestFindsRoomWhateverStrangersHold() throws IOException {
    for (int i = 0; i < 10; i++) {
      fillWithStalledBodies("");
      assertThat(post(client(), "/echo", 10_000)).isEqualTo(200);
    }
  }

  @Test
  void whatStallsBehindAnUnansweredRequestMakesRoomToo() throws IOException {
    RawClient member = client();
    assertThat(post(member, "/peer", 1_000)).isEqualTo(200);
    String unanswered = echo("urn:id:1", "x");
    fillWithStalledBodies(head("/held", unanswered.length()) + unanswered);

    assertThat(post(member, "/peer", 6 * MIB)).isEqualTo(200);
  }

  @Test
  void aKeptConnectionThatStallsIsNotEvicted() throws IOException {
    RawClient member = client();
    assertThat(post(member, "/peer", 1_000)).isEqualTo(200);
    byte[] large = padded(6 * MIB);
    member.send(head("/peer", large.length)).send(Arrays.copyOf(large, large.length - 1));
    awaitBuffered(large.length - 1);
    endpoint.prefer(InetAddress::isLoopbackAddress);

    assertThat(post(client(), "/echo", MAX_ENVELOPE_BYTES)).isEqualTo(503);
    assertThat(member.send(new byte[] {large[large.length - 1]}).read().status()).isEqualTo(200);
  }

  @Test
  void aLargeRequestOfAStrangerEvictsNobody() throws IOException {
    byte[] large = padded(6 * MIB);
    RawClient first = client();
    first.send(head("/echo", large.length)).send(Arrays.copyOf(large, large.length - 1));
    awaitBuffered(large.length - 1);

    assertThat(post(client(), "/echo", MAX_ENVELOPE_BYTES)).isEqualTo(503);
    assertThat(first.send(new byte[] {large[large.length - 1]}).read().status()).isEqualTo(200);
  }

  /** One address takes all that strangers can: the large share, then what is left to small ones. */
  private void fillWithStalledBodies(String before) throws IOException {
    for (RawClient last : stalled) {
      last.close();
    }
    await(() -> endpoint.bufferedBytes() == 0);
    List<Integer> sizes = new ArrayList<>(List.of(MAX_ENVELOPE_BYTES, MIB));
    sizes.addAll(Collections.nCopies(8, SMALL_BYTES));
    long sentBytes = 0;
    for (int size : sizes) {
      RawClient client = client();
      stalled.add(client);
      client.send(before + head("/echo", size)).send(new byte[size - 1]);
      sentBytes += size - 1;
      awaitBuffered(sentBytes);
    }
  }

  private RawClient client() throws IOException {
    RawClient client = new RawClient(endpoint.address());
    opened.add(client);
    return client;
  }

  private static int post(RawClient client, String path, int bytes) throws IOException {
    byte[] envelope = padded(bytes);
    try {
      client.send(head(path, envelope.length)).send(envelope);
    } catch (IOException e) {
      // Refused before the end: the answer is read below.
    }
    return client.read().status();
  }

  /** An envelope of about so many bytes; no text in it is long. */
  private static byte[] padded(int bytes) {
    String piece = "<other>" + "x".repeat(1_000) + "</other>";
    String pieces = piece.repeat(Math.max(0, bytes - 2_000) / piece.length());
    return echo("urn:id:1", "x</text>" + pieces + "<text>x").getBytes(US_ASCII);
  }

  private static String head(String path, int length) {
    return "POST "
        + path
        + " HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/soap+xml\r\nContent-Length: "
        + length
        + "\r\n\r\n";
  }

  private void awaitBuffered(long bytes) {
    await(() -> endpoint.bufferedBytes() >= bytes);
  }

  private void await(BooleanSupplier condition) {
    Await.until(() -> endpoint.bufferedBytes() + " bytes are buffered", condition::getAsBoolean);
  }
}
