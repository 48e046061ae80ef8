package dev.flotilla.raftdpws.wire;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.flotilla.dpws.soap.BodyReader;
import dev.flotilla.dpws.soap.BodyWriter;
import dev.flotilla.dpws.soap.Operation;
import dev.flotilla.dpws.soap.SoapFaultException;
import dev.flotilla.dpws.soap.SoapHeader;
import dev.flotilla.dpws.soap.SoapReader;
import dev.flotilla.dpws.xml.XmlException;
import dev.flotilla.raft.model.NumberLimits;
import java.io.ByteArrayOutputStream;
import java.util.List;
import java.util.function.Function;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;

/**
 * What is in the body of a message between members, a request or a response; the first byte says of
 * which operation.
 */
public final class PeerMessageFuzz {
  private static final int ROUNDS = 2;
  private static final int BYTE = 0xFF;
  private static final String BODY = "<s12:Body>";
  private static final String BODY_END = "</s12:Body>";
  private static final List<Kind<?>> KINDS =
      List.of(
          Kind.request(RaftOperations.APPEND_ENTRIES, RandomMessages::appendEntries),
          Kind.response(RaftOperations.APPEND_ENTRIES, RandomMessages::appendEntriesResponse),
          Kind.request(RaftOperations.REQUEST_VOTE, RandomMessages::requestVote),
          Kind.response(RaftOperations.REQUEST_VOTE, RandomMessages::requestVoteResponse),
          Kind.request(RaftOperations.PRE_VOTE, RandomMessages::preVote),
          Kind.response(RaftOperations.PRE_VOTE, RandomMessages::preVoteResponse),
          Kind.request(RaftOperations.TIMEOUT_NOW, RandomMessages::timeoutNow),
          Kind.response(RaftOperations.TIMEOUT_NOW, RandomMessages::timeoutNowResponse),
          Kind.request(RaftOperations.READ_INDEX, RandomMessages::readIndex),
          Kind.response(RaftOperations.READ_INDEX, RandomMessages::readIndexResponse),
          Kind.request(RaftOperations.INSTALL_SNAPSHOT, RandomMessages::installSnapshot),
          Kind.response(RaftOperations.INSTALL_SNAPSHOT, RandomMessages::installSnapshotResponse),
          Kind.request(RaftOperations.FOUND, RandomMessages::foundRequest),
          Kind.response(RaftOperations.FOUND, RandomMessages::foundResponse),
          Kind.response(RaftOperations.STATUS, RandomMessages::statusResponse),
          Kind.response(RaftOperations.READMIT, RandomMessages::adminResponse));
  private static final List<String> FRAMES = KINDS.stream().map(kind -> kind.envelope(0)).toList();

  private PeerMessageFuzz() {}

  private record Kind<T>(
      String action, Function<RandomMessages, T> draw, BodyReader<T> reader, BodyWriter<T> writer) {
    static <T> Kind<T> request(Operation<T, ?> operation, Function<RandomMessages, T> draw) {
      return new Kind<>(
          operation.action(), draw, operation.requestReader(), operation.requestWriter());
    }

    static <T> Kind<T> response(Operation<?, T> operation, Function<RandomMessages, T> draw) {
      return new Kind<>(
          operation.responseAction(), draw, operation.responseReader(), operation.responseWriter());
    }

    String envelope(long number) {
      T message = draw.apply(new RandomMessages(number));
      byte[] written =
          EnvelopeFuzz.write(SoapHeader.request(action, "urn:uuid:1", "urn:to"), writer, message);
      return new String(written, UTF_8);
    }

    void check(SoapReader in) throws XmlException, SoapFaultException {
      EnvelopeFuzz.requireStable(in, reader, writer);
    }
  }

  /** Called by the fuzzer, and for each known input in a build. */
  public static void fuzzerTestOneInput(byte[] input) throws XmlException, SoapFaultException {
    if (input.length == 0) {
      return;
    }
    int number = (input[0] & BYTE) % KINDS.size();
    String frame = FRAMES.get(number);
    ByteArrayOutputStream envelope = new ByteArrayOutputStream();
    envelope.writeBytes(frame.substring(0, frame.indexOf(BODY) + BODY.length()).getBytes(UTF_8));
    envelope.write(input, 1, input.length - 1);
    envelope.writeBytes(frame.substring(frame.lastIndexOf(BODY_END)).getBytes(UTF_8));
    SoapReader in;
    try {
      in = EnvelopeFuzz.open(envelope.toByteArray());
    } catch (XmlException e) {
      return; // Not well-formed: EnvelopeFuzz looks at what is answered.
    }
    KINDS.get(number).check(in);
  }

  /** Every message, as members send it, and with its terms at their limit. */
  public static Stream<byte[]> seeds() {
    Stream<byte[]> own =
        LongStream.range(0, ROUNDS)
            .boxed()
            .flatMap(round -> IntStream.range(0, KINDS.size()).mapToObj(it -> seed(it, round)));
    return Stream.concat(own, IntStream.range(0, KINDS.size()).mapToObj(PeerMessageFuzz::limits));
  }

  private static byte[] limits(int kind) {
    String seed = new String(seed(kind, 0), UTF_8);
    return seed.replaceAll("erm>\\d+<", "erm>" + NumberLimits.MAX_TERM + "<").getBytes(UTF_8);
  }

  private static byte[] seed(int kind, long number) {
    String envelope = KINDS.get(kind).envelope(number);
    int from = envelope.indexOf(BODY) + BODY.length();
    return ((char) kind + envelope.substring(from, envelope.lastIndexOf(BODY_END))).getBytes(UTF_8);
  }
}
