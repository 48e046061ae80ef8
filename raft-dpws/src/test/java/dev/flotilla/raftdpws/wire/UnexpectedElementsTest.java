package dev.flotilla.raftdpws.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.flotilla.dpws.soap.Operation;
import dev.flotilla.dpws.soap.SoapHeader;
import dev.flotilla.dpws.soap.SoapReader;
import dev.flotilla.dpws.soap.SoapWriter;
import dev.flotilla.dpws.xml.XmlException;
import dev.flotilla.dpws.xml.XmlLimits;
import dev.flotilla.dpws.xml.XmlReader;
import dev.flotilla.raft.model.Bytes;
import dev.flotilla.raftdpws.message.ReadRequest;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import java.nio.charset.StandardCharsets;
import java.util.function.Function;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Elements in requests that the server does not know, or that come twice. */
class UnexpectedElementsTest {
  private static final int ROUNDS = 20;
  private static final Pattern CONTENT = Pattern.compile("(?<=<s12:Body>)<([^ >]+)[^>]*[^/]>");
  private static final Pattern LEAF = Pattern.compile("<(\\w+:\\w+)( [^<>]*)?>[^<]*</\\1>");
  private static final String R = RaftNames.RAFT;
  private static final String F = RaftNames.FLOTILLA;

  /** Requests of an operation. */
  private record Requests<Q>(Operation<Q, ?> operation, Function<RandomMessages, Q> draw) {
    String drawn(long seed) {
      ByteBuf out = Unpooled.buffer();
      SoapHeader header = SoapHeader.request("urn:action", "urn:uuid:1", "urn:to");
      SoapWriter.write(
          out, header, operation.requestWriter(), draw.apply(new RandomMessages(seed)));
      return new String(ByteBufUtil.getBytes(out), StandardCharsets.UTF_8);
    }

    Q read(String envelope) throws Exception {
      byte[] bytes = envelope.getBytes(StandardCharsets.UTF_8);
      return SoapReader.open(XmlReader.of(bytes, 0, bytes.length, XmlLimits.DEFAULT))
          .body(operation.requestReader());
    }

    @Override
    public String toString() {
      return operation.action();
    }
  }

  static Stream<Requests<?>> ofClients() {
    return Stream.of(
        new Requests<>(RaftOperations.INSERT_COMMAND, RandomMessages::insertCommandRequest),
        new Requests<>(RaftOperations.READ, RandomMessages::readRequest),
        new Requests<>(RaftOperations.OPEN_SESSION, RandomMessages::openSessionRequest),
        new Requests<>(RaftOperations.ADD_MEMBER, RandomMessages::addMemberRequest),
        new Requests<>(RaftOperations.REMOVE_MEMBER, RandomMessages::memberRequest),
        new Requests<>(RaftOperations.PROMOTE, RandomMessages::memberRequest),
        new Requests<>(RaftOperations.TRANSFER_LEADERSHIP, RandomMessages::memberRequest),
        new Requests<>(RaftOperations.TAKE_SNAPSHOT, RandomMessages::memberRequest),
        new Requests<>(RaftOperations.READ_SNAPSHOT, RandomMessages::readSnapshotRequest));
  }

  static Stream<Requests<?>> ofPeers() {
    return Stream.of(
        new Requests<>(RaftOperations.APPEND_ENTRIES, RandomMessages::appendEntries),
        new Requests<>(RaftOperations.REQUEST_VOTE, RandomMessages::requestVote),
        new Requests<>(RaftOperations.PRE_VOTE, RandomMessages::preVote),
        new Requests<>(RaftOperations.TIMEOUT_NOW, RandomMessages::timeoutNow),
        new Requests<>(RaftOperations.READ_INDEX, RandomMessages::readIndex),
        new Requests<>(RaftOperations.INSTALL_SNAPSHOT, RandomMessages::installSnapshot),
        new Requests<>(RaftOperations.FOUND, RandomMessages::foundRequest),
        new Requests<>(RaftOperations.READMIT, RandomMessages::readmitRequest),
        new Requests<>(RaftOperations.CONFIRM_SILENCE, RandomMessages::memberRequest),
        new Requests<>(RaftOperations.READ_REVOCATIONS, RandomMessages::readRevocationsRequest));
  }

  @ParameterizedTest
  @MethodSource("ofClients")
  void aClientsRequestWithAnUnknownElementIsRefused(Requests<?> requests) throws Exception {
    int tried = 0;
    for (long seed = 0; seed < ROUNDS; seed++) {
      String request = requests.drawn(seed);
      for (MatchResult content : CONTENT.matcher(request).results().toList()) {
        for (String namespace : new String[] {"", R, F, "urn:other"}) {
          String unknown = inserted(request, content.end(), "<x xmlns='" + namespace + "'>1</x>");
          assertRefused(requests, unknown, "x is unknown");
          tried++;
        }
      }
    }
    assertThat(tried).isPositive();
  }

  @ParameterizedTest
  @MethodSource("ofClients")
  void aClientsRequestWithARepeatedElementIsRefused(Requests<?> requests) throws Exception {
    int tried = 0;
    for (long seed = 0; seed < ROUNDS; seed++) {
      String request = requests.drawn(seed);
      int body = request.indexOf("<s12:Body>");
      for (MatchResult leaf : LEAF.matcher(request).results().toList()) {
        if (leaf.start() > body) {
          assertRefused(
              requests, inserted(request, leaf.end(), leaf.group()), "is repeated", "excludes");
          tried++;
        }
      }
    }
    assertThat(tried).isPositive();
  }

  @ParameterizedTest
  @MethodSource("ofPeers")
  void aPeersRequestIsReadWithWhatANewerProgramAdds(Requests<?> requests) throws Exception {
    for (long seed = 0; seed < ROUNDS; seed++) {
      String request = requests.drawn(seed);
      MatchResult content = CONTENT.matcher(request).results().findFirst().orElse(null);
      if (content != null) {
        String newer = inserted(request, content.end(), "<x xmlns='" + F + "'>1</x>");
        assertThat(requests.read(newer)).as(newer).isEqualTo(requests.read(request));
      }
    }
  }

  @Test
  void aQueryInTheWrongNamespaceIsNotTheLastCommand() throws Exception {
    Requests<ReadRequest> read =
        new Requests<>(RaftOperations.READ, it -> ReadRequest.query(Bytes.utf8("get\tx")));
    String right = read.drawn(1);
    String wrong =
        right.replaceAll("<f:query[^>]*>", "<r:query>").replace("</f:query", "</r:query");

    assertThat(read.read(right).query()).contains(Bytes.utf8("get\tx"));
    assertRefused(read, wrong, "did you mean {" + F + "}query?");
  }

  private static void assertRefused(Requests<?> requests, String request, String... reasons) {
    assertThatThrownBy(() -> requests.read(request))
        .as(request)
        .isInstanceOf(XmlException.class)
        .satisfies(
            refused ->
                assertThat(Stream.of(reasons).anyMatch(it -> refused.getMessage().contains(it)))
                    .as(refused.getMessage())
                    .isTrue());
  }

  private static String inserted(String text, int at, String more) {
    return text.substring(0, at) + more + text.substring(at);
  }
}
