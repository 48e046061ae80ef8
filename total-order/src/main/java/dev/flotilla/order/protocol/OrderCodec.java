package dev.flotilla.order.protocol;

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
import dev.flotilla.raft.model.Bytes;

/**
 * The binary form of messages, the same on all middlewares: 3 to 20 bytes and the contents. The
 * first byte is the kind; from 64 on, it is that of something else than a message of a protocol.
 */
public final class OrderCodec {
  private static final int CONTENT = 0;
  private static final int NUMBERED = 1;
  private static final int RECEIVED = 2;
  private static final int STAMPED = 3;
  private static final int ESTIMATE = 4;
  private static final int POLL = 5;
  private static final int PROPOSAL = 6;
  private static final int ADOPTED = 7;
  private static final int DECIDED = 8;
  private static final int SUBMITTED = 9;
  private static final int PEER = 10;
  private static final int COMMITTED = 11;
  private static final int HEARTBEAT = 12;

  private OrderCodec() {}

  /** Writes a message. */
  public static Bytes encode(OrderMessage message) {
    CompactWriter out = new CompactWriter();
    if (message instanceof Content content) {
      out.octet(CONTENT);
      write(content, out);
    } else if (message instanceof Numbered numbered) {
      out.octet(NUMBERED);
      out.id(numbered.id());
      out.number(numbered.number());
    } else if (message instanceof Received received) {
      out.octet(RECEIVED);
      out.id(received.id());
      out.number(received.time());
    } else if (message instanceof Stamped stamped) {
      out.octet(STAMPED);
      out.id(stamped.id());
      out.number(stamped.time());
    } else if (message instanceof Heartbeat) {
      out.octet(HEARTBEAT);
    } else {
      writeTolerant(message, out);
    }
    return out.take();
  }

  /** The messages of the protocols that tolerate crashes. */
  private static void writeTolerant(OrderMessage message, CompactWriter out) {
    if (message instanceof Submitted submitted) {
      out.octet(SUBMITTED);
      write(submitted.content(), out);
    } else if (message instanceof Peer peer) {
      out.octet(PEER);
      PeerMessages.write(peer.message(), out);
    } else if (message instanceof Committed committed) {
      out.octet(COMMITTED);
      out.position(committed.position());
    } else {
      writeConsensus(message, out);
    }
  }

  private static void writeConsensus(OrderMessage message, CompactWriter out) {
    if (message instanceof Estimate estimate) {
      out.octet(ESTIMATE);
      write(estimate.step(), out);
      out.number(estimate.adoptedRound() + 1L);
      write(estimate.batch(), out);
      out.list(estimate.contents(), it -> write(it, out));
    } else if (message instanceof Poll poll) {
      out.octet(POLL);
      write(poll.step(), out);
    } else if (message instanceof Proposal proposal) {
      out.octet(PROPOSAL);
      write(proposal.step(), out);
      write(proposal.batch(), out);
      out.list(proposal.contents(), it -> write(it, out));
      out.number(proposal.stable());
    } else if (message instanceof Adopted adopted) {
      out.octet(ADOPTED);
      write(adopted.step(), out);
    } else if (message instanceof Decided decided) {
      out.octet(DECIDED);
      out.number(decided.instance());
      write(decided.batch(), out);
      out.list(decided.contents(), it -> write(it, out));
    } else {
      throw new IllegalArgumentException("no form for " + message);
    }
  }

  private static void write(Content content, CompactWriter out) {
    out.id(content.id());
    out.bytes(content.body());
  }

  private static void write(Step step, CompactWriter out) {
    out.number(step.instance());
    out.number(step.round());
  }

  private static void write(Batch batch, CompactWriter out) {
    out.number(batch.proposer());
    out.list(batch.ids(), out::id);
  }

  /**
   * Reads a message.
   *
   * @throws IllegalArgumentException if the bytes are none
   */
  public static OrderMessage decode(Bytes bytes) {
    CompactReader in = new CompactReader(bytes);
    OrderMessage message = read(in.octet(), in);
    in.end();
    return message;
  }

  private static OrderMessage read(int kind, CompactReader in) {
    return switch (kind) {
      case CONTENT -> content(in);
      case NUMBERED -> new Numbered(in.id(), in.number());
      case RECEIVED -> new Received(in.id(), in.number());
      case STAMPED -> new Stamped(in.id(), in.number());
      case ESTIMATE ->
          new Estimate(step(in), in.smallNumber() - 1, batch(in), in.list(() -> content(in)));
      case POLL -> new Poll(step(in));
      case PROPOSAL -> new Proposal(step(in), batch(in), in.list(() -> content(in)), in.number());
      case ADOPTED -> new Adopted(step(in));
      case DECIDED -> new Decided(in.number(), batch(in), in.list(() -> content(in)));
      case SUBMITTED -> new Submitted(content(in));
      case PEER -> new Peer(PeerMessages.read(in));
      case COMMITTED -> new Committed(in.position());
      case HEARTBEAT -> new Heartbeat();
      default -> throw new IllegalArgumentException("no message is of kind " + kind);
    };
  }

  private static Content content(CompactReader in) {
    return new Content(in.id(), in.bytes());
  }

  private static Step step(CompactReader in) {
    return new Step(in.number(), in.smallNumber());
  }

  private static Batch batch(CompactReader in) {
    return new Batch(in.smallNumber(), in.list(in::id));
  }
}
