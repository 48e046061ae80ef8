package dev.flotilla.order.protocol;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.flotilla.order.MessageId;
import dev.flotilla.order.protocol.OrderMessage.Adopted;
import dev.flotilla.order.protocol.OrderMessage.Batch;
import dev.flotilla.order.protocol.OrderMessage.Committed;
import dev.flotilla.order.protocol.OrderMessage.Content;
import dev.flotilla.order.protocol.OrderMessage.Decided;
import dev.flotilla.order.protocol.OrderMessage.Estimate;
import dev.flotilla.order.protocol.OrderMessage.Heartbeat;
import dev.flotilla.order.protocol.OrderMessage.Numbered;
import dev.flotilla.order.protocol.OrderMessage.Peer;
import dev.flotilla.order.protocol.OrderMessage.Poll;
import dev.flotilla.order.protocol.OrderMessage.Proposal;
import dev.flotilla.order.protocol.OrderMessage.Received;
import dev.flotilla.order.protocol.OrderMessage.Stamped;
import dev.flotilla.order.protocol.OrderMessage.Step;
import dev.flotilla.order.protocol.OrderMessage.Submitted;
import dev.flotilla.raft.message.AppendEntries;
import dev.flotilla.raft.message.AppendEntriesResponse;
import dev.flotilla.raft.message.LeaderContact;
import dev.flotilla.raft.message.PreVote;
import dev.flotilla.raft.message.PreVoteResponse;
import dev.flotilla.raft.message.RequestVote;
import dev.flotilla.raft.message.RequestVoteResponse;
import dev.flotilla.raft.model.Bytes;
import dev.flotilla.raft.model.Command;
import dev.flotilla.raft.model.Entry;
import dev.flotilla.raft.model.LogPosition;
import dev.flotilla.raft.model.NoOp;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class OrderCodecTest {
  private static final MessageId ID = new MessageId(3, 1L << 40);
  private static final Content CONTENT = new Content(ID, Bytes.utf8("some text"));
  private static final Batch BATCH = new Batch(2, List.of(ID, new MessageId(0, 0)));
  private static final LogPosition POSITION = new LogPosition(300, 2);

  private static final List<OrderMessage> MESSAGES =
      List.of(
          CONTENT,
          new Content(ID, Bytes.wrap(new byte[100_000])),
          new Numbered(ID, Long.MAX_VALUE),
          new Received(ID, 128),
          new Stamped(ID, 127),
          new Estimate(new Step(5, 1), -1, BATCH, List.of(CONTENT)),
          new Estimate(new Step(5, 7), 6, new Batch(0, List.of()), List.of()),
          new Poll(new Step(0, 1)),
          new Proposal(new Step(5, 0), BATCH, List.of(), 4),
          new Adopted(new Step(5, 0)),
          new Decided(5, BATCH, List.of(CONTENT, CONTENT)),
          new Submitted(CONTENT),
          new Committed(POSITION),
          new Heartbeat(),
          new Peer(new PreVote(1, LogPosition.ORIGIN, 1)),
          new Peer(new PreVoteResponse(1, true, 1)),
          new Peer(new RequestVote(3, POSITION, 9, true)),
          new Peer(new RequestVoteResponse(3, false, 9)),
          new Peer(
              new AppendEntries(
                  2,
                  LogPosition.ORIGIN,
                  List.of(
                      new Entry(new LogPosition(1, 1), 0, NoOp.INSTANCE),
                      new Entry(new LogPosition(2, 2), 7, new Command("1@2", "", Bytes.utf8("x")))),
                  1,
                  77)),
          new Peer(
              new AppendEntriesResponse(2, true, POSITION, 78, 4, 50, LeaderContact.NOT_CALLABLE)));

  @Test
  void everyMessageIsReadAsItWasWritten() {
    for (OrderMessage message : MESSAGES) {
      assertThat(OrderCodec.decode(OrderCodec.encode(message))).isEqualTo(message);
    }
  }

  @Test
  void everyShortenedMessageIsRejected() {
    for (OrderMessage message : MESSAGES) {
      byte[] bytes = OrderCodec.encode(message).toArray();
      for (int length = 0; length < Math.min(bytes.length, 200); length++) {
        Bytes part = Bytes.wrap(Arrays.copyOf(bytes, length));
        assertThatThrownBy(() -> OrderCodec.decode(part))
            .isInstanceOf(IllegalArgumentException.class);
      }
    }
  }

  @Test
  void randomBytesAreAMessageOrAreRejectedAsSuch() {
    SplittableRandom random = new SplittableRandom(1);
    int rejected = 0;
    for (int i = 0; i < 20_000; i++) {
      byte[] bytes = new byte[random.nextInt(40)];
      random.nextBytes(bytes);
      if (bytes.length > 0) {
        bytes[0] = (byte) random.nextInt(14);
      }
      try {
        OrderCodec.decode(Bytes.wrap(bytes));
      } catch (IllegalArgumentException e) {
        rejected++;
      }
    }
    assertThat(rejected).isBetween(1_000, 19_999);
  }

  @Test
  void aNumberOfTheSequencerTakesFewBytes() {
    assertThat(OrderCodec.encode(new Numbered(new MessageId(2, 100), 300)).size()).isEqualTo(5);
  }
}
