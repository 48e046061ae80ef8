package dev.flotilla.raftdpws.wire;

import static org.assertj.core.api.Assertions.assertThat;

import dev.flotilla.dpws.soap.SoapHeader;
import dev.flotilla.dpws.soap.SoapWriter;
import dev.flotilla.node.RaftNode;
import dev.flotilla.raft.message.AppendEntries;
import dev.flotilla.raft.model.Bytes;
import dev.flotilla.raft.model.ClientPayload;
import dev.flotilla.raft.model.Command;
import dev.flotilla.raft.model.Entry;
import dev.flotilla.raft.model.LogPosition;
import dev.flotilla.raft.model.OpenSession;
import dev.flotilla.raftdpws.message.PeerHeader;
import dev.flotilla.raftdpws.message.PeerRequest;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** The check before an entry is proposed, against what the writer does. */
final class EntryCodecTest {
  private static final int ROUNDS = 20_000;
  private static final LogPosition FIRST = new LogPosition(1, 1);

  @Test
  void whatTheCheckAcceptsIsWhatTheWriterCanWrite() {
    long seed = System.nanoTime();
    SplittableRandom random = new SplittableRandom(seed);
    int refused = 0;
    for (int i = 0; i < ROUNDS; i++) {
      ClientPayload payload =
          random.nextInt(4) == 0
              ? new OpenSession(text(random))
              : new Command(text(random), text(random), bytes(random));
      boolean isRefused = EntryCodec.objection(payload).isPresent();
      refused += isRefused ? 1 : 0;
      assertThat(isWritable(payload)).as("seed %s: %s", seed, payload).isEqualTo(!isRefused);
    }
    assertThat(refused).isBetween(1, ROUNDS - 1);
  }

  @Test
  void theLargestCommandThatANodeTakesFitsAnEnvelope() {
    for (String text : List.of("&", "\r", "\u20ac", "a")) {
      String uid = "u";
      int chars = RaftNode.MAX_COMMAND_BYTES - new Command(uid, "", Bytes.EMPTY).sizeBytes();
      Command command = new Command(uid, text.repeat(chars), Bytes.EMPTY);
      assertThat(command.sizeBytes()).isEqualTo(RaftNode.MAX_COMMAND_BYTES);

      assertThat(EntryCodec.objection(command)).isEmpty();
      assertThat(written(command)).isLessThan(RaftContract.MAX_ENVELOPE_BYTES);
    }
  }

  @Test
  void anEntryThatMayNotFitAnEnvelopeIsRefused() {
    Command command = new Command("u", "", Bytes.wrap(new byte[2 << 20]));

    assertThat(EntryCodec.objection(command).orElseThrow()).contains("bytes");
  }

  @Test
  void theFirstEntryThatCannotBeWrittenIsNamed() {
    Entry good = new Entry(FIRST, new Command("a", "b", Bytes.EMPTY));
    Entry bad = new Entry(new LogPosition(2, 1), new Command("c", "\ud800", Bytes.EMPTY));

    assertThat(EntryCodec.firstRefused(List.of(good, bad)))
        .hasValueSatisfying(
            refused -> {
              assertThat(refused.position()).isEqualTo(bad.position());
              assertThat(refused.uid()).isEqualTo("c");
            });
    assertThat(EntryCodec.firstRefused(List.of(good))).isEmpty();
  }

  private static boolean isWritable(ClientPayload payload) {
    try {
      return written(payload) > 0;
    } catch (IllegalArgumentException e) {
      return false;
    }
  }

  private static int written(ClientPayload payload) {
    AppendEntries append =
        new AppendEntries(1, LogPosition.ORIGIN, List.of(new Entry(FIRST, payload)), 0, 1);
    PeerHeader header = new RandomMessages(1).appendEntries().header();
    ByteBuf out = Unpooled.buffer();
    SoapWriter.write(
        out,
        SoapHeader.request("urn:action", "urn:uuid:1", "urn:to"),
        RaftOperations.APPEND_ENTRIES.requestWriter(),
        new PeerRequest<>(header, "http://h:1/RAFT_Service", append));
    return out.readableBytes();
  }

  private static String text(SplittableRandom random) {
    StringBuilder text = new StringBuilder("t");
    int chars = random.nextInt(4);
    for (int i = 0; i < chars; i++) {
      switch (random.nextInt(6)) {
        case 0 -> text.append((char) random.nextInt(0x20));
        case 1 -> text.append((char) random.nextInt(0xd800, 0xe000));
        case 2 -> text.append((char) random.nextInt(0xfff0, 0x10000));
        case 3 -> text.appendCodePoint(random.nextInt(0x10000, 0x110000));
        default -> text.append((char) random.nextInt(0x20, 0x800));
      }
    }
    return text.toString();
  }

  private static Bytes bytes(SplittableRandom random) {
    byte[] bytes = new byte[random.nextInt(8)];
    random.nextBytes(bytes);
    return Bytes.wrap(bytes);
  }
}
