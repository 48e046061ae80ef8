package dev.flotilla.raftdpws.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.flotilla.dpws.soap.BodyReader;
import dev.flotilla.dpws.soap.BodyWriter;
import dev.flotilla.dpws.soap.SoapHeader;
import dev.flotilla.dpws.soap.SoapReader;
import dev.flotilla.dpws.soap.SoapWriter;
import dev.flotilla.dpws.xml.XmlException;
import dev.flotilla.dpws.xml.XmlLimits;
import dev.flotilla.dpws.xml.XmlReader;
import dev.flotilla.raft.model.NumberLimits;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import java.nio.charset.StandardCharsets;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every number of every message between members, put beyond every limit. */
final class NumberLimitsTest {
  private static final Pattern NUMBER = Pattern.compile("<(?:\\w+:)?(\\w+)[^<>]*>(-?[0-9]+)<");
  private static final Set<String> UNLIMITED =
      Set.of("sequence", "round", "id", "lowestUnanswered", "electionPriority");
  private static final int ROUNDS = 3;

  /** A message as text, and what reads it. */
  private record Sample(String name, String envelope, BodyReader<?> reader) {
    static <T> Sample of(String name, BodyWriter<T> writer, BodyReader<T> reader, T body) {
      ByteBuf out = Unpooled.buffer();
      SoapHeader header = SoapHeader.request("urn:action", "urn:uuid:1", "urn:to");
      SoapWriter.write(out, header, writer, body);
      return new Sample(
          name, new String(ByteBufUtil.getBytes(out), StandardCharsets.UTF_8), reader);
    }

    Object read(String text) throws Exception {
      byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
      XmlReader in = XmlReader.of(bytes, 0, bytes.length, XmlLimits.DEFAULT);
      return SoapReader.open(in).body(reader);
    }

    @Override
    public String toString() {
      return name;
    }
  }

  static Stream<Sample> samples() {
    return LongStream.range(0, ROUNDS).boxed().flatMap(seed -> samples(new RandomMessages(seed)));
  }

  private static Stream<Sample> samples(RandomMessages random) {
    return Stream.of(
        Sample.of(
            "AppendEntries",
            RaftOperations.APPEND_ENTRIES.requestWriter(),
            RaftOperations.APPEND_ENTRIES.requestReader(),
            random.appendEntries()),
        Sample.of(
            "RequestVote",
            RaftOperations.REQUEST_VOTE.requestWriter(),
            RaftOperations.REQUEST_VOTE.requestReader(),
            random.requestVote()),
        Sample.of(
            "PreVote",
            RaftOperations.PRE_VOTE.requestWriter(),
            RaftOperations.PRE_VOTE.requestReader(),
            random.preVote()),
        Sample.of(
            "TimeoutNow",
            RaftOperations.TIMEOUT_NOW.requestWriter(),
            RaftOperations.TIMEOUT_NOW.requestReader(),
            random.timeoutNow()),
        Sample.of(
            "ReadIndex",
            RaftOperations.READ_INDEX.requestWriter(),
            RaftOperations.READ_INDEX.requestReader(),
            random.readIndex()),
        Sample.of(
            "AppendEntriesResponse",
            RaftOperations.APPEND_ENTRIES.responseWriter(),
            RaftOperations.APPEND_ENTRIES.responseReader(),
            random.appendEntriesResponse()));
  }

  @ParameterizedTest
  @MethodSource("samples")
  void everyNumberBeyondItsLimitIsRejected(Sample sample) throws Exception {
    assertThat(sample.read(sample.envelope())).isNotNull();
    Matcher numbers = NUMBER.matcher(sample.envelope());
    for (MatchResult number : numbers.results().toList()) {
      for (String wrong : new String[] {"-2", "9223372036854775808", "1e3"}) {
        assertRejected(sample, number, wrong);
      }
      if (!UNLIMITED.contains(number.group(1))) {
        assertRejected(sample, number, String.valueOf(NumberLimits.MAX_TIME_MILLIS + 1));
        assertRejected(sample, number, String.valueOf(Long.MAX_VALUE));
      }
    }
  }

  private static void assertRejected(Sample sample, MatchResult number, String wrong) {
    String text =
        sample.envelope().substring(0, number.start(2))
            + wrong
            + sample.envelope().substring(number.end(2));
    assertThatThrownBy(() -> sample.read(text))
        .as("%s of %s in %s", wrong, number.group(), sample.envelope())
        .isInstanceOfAny(XmlException.class, IllegalArgumentException.class);
  }
}
