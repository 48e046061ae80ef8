package dev.flotilla.raftdpws.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.flotilla.dpws.exi.ExiEncoding;
import dev.flotilla.dpws.soap.BodyReader;
import dev.flotilla.dpws.soap.BodyWriter;
import dev.flotilla.dpws.soap.Operation;
import dev.flotilla.dpws.soap.SoapHeader;
import dev.flotilla.dpws.soap.SoapReader;
import dev.flotilla.dpws.soap.SoapWriter;
import dev.flotilla.dpws.xml.XmlException;
import dev.flotilla.dpws.xml.XmlLimits;
import dev.flotilla.dpws.xml.XmlReader;
import dev.flotilla.raft.message.InstallSnapshot;
import dev.flotilla.raft.model.NumberLimits;
import dev.flotilla.raftdpws.message.PeerRequest;
import dev.flotilla.testing.Sample;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import java.nio.charset.StandardCharsets;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class CodecRoundTripTest {
  private static final int ROUNDS = Sample.of(300, 60);
  private static final int MAX_XML_BYTES = 8 << 20;
  private static final int EXI_ROUNDS = 30;
  private static final ExiEncoding EXI = Exi.encoding();
  private static final PublishedSchema SCHEMA = new PublishedSchema();

  /** A message with its codec, under a name for the report. */
  record Kind<T>(
      String name, Function<RandomMessages, T> draw, BodyWriter<T> writer, BodyReader<T> reader) {
    static <T> Kind<T> request(Operation<T, ?> operation, Function<RandomMessages, T> draw) {
      return new Kind<>(
          operation.action(), draw, operation.requestWriter(), operation.requestReader());
    }

    static <T> Kind<T> response(Operation<?, T> operation, Function<RandomMessages, T> draw) {
      return new Kind<>(
          operation.responseAction(), draw, operation.responseWriter(), operation.responseReader());
    }

    void check(long seed) throws Exception {
      T message = draw.apply(new RandomMessages(seed));
      byte[] envelope = envelope(writer, message);
      assertThat(read(reader, envelope)).as("%s, seed %d", name, seed).isEqualTo(message);
      SCHEMA.validate(envelope);
    }

    void checkInExi(ExiEncoding exi, long seed) throws Exception {
      T message = draw.apply(new RandomMessages(seed));
      byte[] envelope = envelope(writer, message);
      byte[] encoded = exi.encode(envelope, 0, envelope.length);
      byte[] decoded = exi.decode(encoded, encoded.length, MAX_XML_BYTES);
      assertThat(read(reader, decoded)).as("%s, seed %d", name, seed).isEqualTo(message);
    }

    @Override
    public String toString() {
      return name;
    }
  }

  static Stream<Kind<?>> kinds() {
    return Stream.of(
        Kind.request(RaftOperations.INSERT_COMMAND, RandomMessages::insertCommandRequest),
        Kind.response(RaftOperations.INSERT_COMMAND, RandomMessages::insertCommandResponse),
        Kind.request(RaftOperations.READ, RandomMessages::readRequest),
        Kind.response(RaftOperations.READ, RandomMessages::readResponse),
        Kind.request(RaftOperations.OPEN_SESSION, RandomMessages::openSessionRequest),
        Kind.response(RaftOperations.OPEN_SESSION, RandomMessages::openSessionResponse),
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
        Kind.request(RaftOperations.STATUS, RandomMessages::statusRequest),
        Kind.response(RaftOperations.STATUS, RandomMessages::statusResponse),
        Kind.request(RaftOperations.ADD_MEMBER, RandomMessages::addMemberRequest),
        Kind.response(RaftOperations.ADD_MEMBER, RandomMessages::adminResponse),
        Kind.request(RaftOperations.READMIT, RandomMessages::readmitRequest),
        Kind.response(RaftOperations.READMIT, RandomMessages::adminResponse),
        Kind.request(RaftOperations.REMOVE_MEMBER, RandomMessages::memberRequest),
        Kind.response(RaftOperations.REMOVE_MEMBER, RandomMessages::adminResponse),
        Kind.request(RaftOperations.PROMOTE, RandomMessages::memberRequest),
        Kind.response(RaftOperations.PROMOTE, RandomMessages::adminResponse),
        Kind.request(RaftOperations.TRANSFER_LEADERSHIP, RandomMessages::memberRequest),
        Kind.response(RaftOperations.TRANSFER_LEADERSHIP, RandomMessages::adminResponse),
        Kind.request(RaftOperations.TAKE_SNAPSHOT, RandomMessages::memberRequest),
        Kind.request(RaftOperations.CONFIRM_SILENCE, RandomMessages::memberRequest),
        Kind.response(RaftOperations.CONFIRM_SILENCE, RandomMessages::adminResponse),
        Kind.response(RaftOperations.TAKE_SNAPSHOT, RandomMessages::adminResponse),
        Kind.request(RaftOperations.READ_SNAPSHOT, RandomMessages::readSnapshotRequest),
        Kind.response(RaftOperations.READ_SNAPSHOT, RandomMessages::readSnapshotResponse),
        Kind.request(RaftOperations.READ_REVOCATIONS, RandomMessages::readRevocationsRequest),
        Kind.response(RaftOperations.READ_REVOCATIONS, RandomMessages::readRevocationsResponse));
  }

  @ParameterizedTest
  @MethodSource("kinds")
  void everyMessageComesBackAsItWasAndFitsTheSchema(Kind<?> kind) throws Exception {
    long start = System.nanoTime();
    for (int round = 0; round < ROUNDS; round++) {
      kind.check(start + round);
    }
  }

  @ParameterizedTest
  @MethodSource("kinds")
  void everyMessageComesBackFromExiAsItWas(Kind<?> kind) throws Exception {
    long start = System.nanoTime();
    for (int round = 0; round < EXI_ROUNDS; round++) {
      kind.checkInExi(EXI, start + round);
    }
  }

  @Test
  void aSnapshotWithALogTimeThatNoLogHasIsTheSendersMistake() {
    PeerRequest<InstallSnapshot> request = new RandomMessages(1).installSnapshot();
    byte[] envelope = envelope(RaftOperations.INSTALL_SNAPSHOT.requestWriter(), request);
    String time = "timeMillis>" + request.message().snapshot().timeMillis() + "<";
    for (long wrong : new long[] {-1, NumberLimits.MAX_TIME_MILLIS + 1}) {
      String faulty =
          new String(envelope, StandardCharsets.UTF_8).replace(time, "timeMillis>" + wrong + "<");
      byte[] sent = faulty.getBytes(StandardCharsets.UTF_8);
      assertThatThrownBy(() -> read(RaftOperations.INSTALL_SNAPSHOT.requestReader(), sent))
          .isInstanceOf(XmlException.class)
          .hasMessageContaining("timeMillis is " + wrong);
    }
  }

  private static <T> byte[] envelope(BodyWriter<T> writer, T body) {
    ByteBuf out = Unpooled.buffer();
    SoapWriter.write(out, SoapHeader.request("urn:action", "urn:uuid:1", "urn:to"), writer, body);
    return ByteBufUtil.getBytes(out);
  }

  private static <T> T read(BodyReader<T> reader, byte[] envelope) throws Exception {
    return SoapReader.open(XmlReader.of(envelope, 0, envelope.length, XmlLimits.DEFAULT))
        .body(reader);
  }
}
