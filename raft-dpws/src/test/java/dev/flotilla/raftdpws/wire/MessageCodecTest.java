package dev.flotilla.raftdpws.wire;

import static org.assertj.core.api.Assertions.assertThat;

import dev.flotilla.node.frame.MessageCodec;
import dev.flotilla.raft.message.Message;
import dev.flotilla.raft.message.PreVoteResponse;
import dev.flotilla.raft.message.VoteRefusal;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The form of messages in frames, by the messages that the form in XML is tested by. */
class MessageCodecTest {
  private static final long SEED = 43;
  private static final int ROUNDS = 300;

  private final RandomMessages random = new RandomMessages(SEED);
  private final SplittableRandom changes = new SplittableRandom(SEED);
  private final List<Supplier<Message>> kinds =
      List.of(
          () -> random.appendEntries().message(),
          () -> random.appendEntriesResponse().message(),
          () -> random.preVote().message(),
          () -> random.preVoteResponse().message(),
          () -> random.requestVote().message(),
          () -> random.requestVoteResponse().message(),
          () -> random.installSnapshot().message(),
          () -> random.installSnapshotResponse().message(),
          () -> random.timeoutNow().message(),
          () -> random.timeoutNowResponse().message(),
          () -> random.readIndex().message(),
          () -> random.readIndexResponse().message());

  @Test
  void everyKindOfMessageIsTested() {
    long permitted =
        Arrays.stream(Message.class.getPermittedSubclasses())
            .mapToLong(it -> it.getPermittedSubclasses().length)
            .sum();

    assertThat(kinds.stream().map(kind -> kind.get().getClass()).distinct())
        .hasSize((int) permitted);
  }

  @Test
  void aMessageIsReadAsItWasWritten() throws Exception {
    for (int i = 0; i < ROUNDS; i++) {
      for (Supplier<Message> kind : kinds) {
        Message message = kind.get();
        byte[] form = written(message);

        assertThat(form.length).isLessThanOrEqualTo(MessageCodec.sizeOf(message));
        assertThat(MessageCodec.read(ByteBuffer.wrap(form))).isEqualTo(message);
      }
    }
  }

  @ParameterizedTest
  @EnumSource
  void eachReasonOfAVoterHasANumber(VoteRefusal refusal) throws Exception {
    Message message = new PreVoteResponse(3, false, 4, refusal);

    assertThat(MessageCodec.read(ByteBuffer.wrap(written(message)))).isEqualTo(message);
  }

  @Test
  void changedBytesAreAMessageOrRefused() {
    int refused = 0;
    for (int i = 0; i < ROUNDS; i++) {
      for (Supplier<Message> kind : kinds) {
        byte[] form = changed(written(kind.get()));
        try {
          assertThat(MessageCodec.read(ByteBuffer.wrap(form))).isNotNull();
        } catch (IOException e) {
          refused++;
        }
      }
    }
    assertThat(refused).isGreaterThan(ROUNDS);
  }

  private byte[] changed(byte[] form) {
    if (changes.nextInt(4) == 0) {
      return Arrays.copyOf(form, changes.nextInt(2 * form.length));
    }
    for (int i = 0; i <= changes.nextInt(4); i++) {
      form[changes.nextInt(form.length)] = (byte) changes.nextInt();
    }
    return form;
  }

  private static byte[] written(Message message) {
    ByteBuffer target = ByteBuffer.allocate(MessageCodec.sizeOf(message));
    MessageCodec.write(message, target);
    return Arrays.copyOf(target.array(), target.position());
  }
}
