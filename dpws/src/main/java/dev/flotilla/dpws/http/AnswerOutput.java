package dev.flotilla.dpws.http;

import dev.flotilla.dpws.http.message.ByteBudget;
import dev.flotilla.dpws.http.message.Channels;
import dev.flotilla.dpws.http.message.SocketBuffers;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelOutboundBuffer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The sending side of one connection: writes answers, and counts what of them the peer's side does
 * not have yet. What is beyond the connection's free bytes is taken from the endpoint's budget; a
 * connection that finds no room there is closed. Everything happens on the connection's event loop.
 */
final class AnswerOutput implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(AnswerOutput.class);

  private final Channel channel;
  private final boolean isPlain;
  private final ByteBudget.Share share;
  private final long freeBytes;
  private final Runnable whenAllTaken;

  private long untakenBytes;

  /** What the share holds. */
  private long chargedBytes;

  /** What of them was left when {@link #hasProgressed} was last asked and the answer was yes. */
  private long lastLeftBytes;

  /**
   * An output on which nothing has been sent. So much as the limits leave free may wait for the
   * peer without being counted, so that small answers always get out.
   *
   * @param whenAllTaken called on the event loop when the peer's side has everything, or never will
   */
  AnswerOutput(Channel channel, SharedByConnections shared, Runnable whenAllTaken) {
    this.channel = channel;
    this.isPlain = shared.limits().keys().isEmpty();
    this.share = shared.answers().share();
    this.freeBytes = shared.limits().freeUntakenBytes();
    this.whenAllTaken = whenAllTaken;
  }

  /**
   * Sends answers, or closes the connection because too many wait already.
   *
   * @param batch this output's from now on
   */
  boolean send(ByteBuf batch) {
    int bytes = batch.readableBytes();
    if (!charge(untakenBytes + bytes)) {
      batch.release();
      LOG.debug("Connection from {} closed: it takes no answers", channel.remoteAddress());
      Channels.close(channel);
      return false;
    }
    untakenBytes += bytes;
    // At once, so that a peer that reads is charged for what its socket does not hold only.
    if (isPlain) {
      SocketBuffers.send(channel, batch);
      if (isSocketDone()) {
        taken(bytes);
        return true;
      }
      Channels.send(channel, Unpooled.EMPTY_BUFFER, () -> taken(bytes)); // Behind the batch.
    } else {
      Channels.send(channel, batch, () -> taken(bytes));
    }
    return true;
  }

  /** Whether the socket has taken everything, or is closed. */
  private boolean isSocketDone() {
    ChannelOutboundBuffer output = channel.unsafe().outboundBuffer();
    return output == null || output.isEmpty();
  }

  boolean isAllTaken() {
    return untakenBytes == 0;
  }

  /** Whether the peer has taken something since this was last asked. */
  boolean hasProgressed() {
    ChannelOutboundBuffer output = channel.unsafe().outboundBuffer();
    long leftBytes = untakenBytes - (output == null ? 0 : output.currentProgress());
    boolean hasProgressed = leftBytes != lastLeftBytes;
    lastLeftBytes = leftBytes;
    return hasProgressed;
  }

  /** Gives back what is taken; nothing can be sent any more. */
  @Override
  public void close() {
    share.close();
  }

  private boolean charge(long bytes) {
    long due = Math.max(0, bytes - freeBytes);
    boolean isCharged = due == chargedBytes || share.resize(due, due);
    chargedBytes = isCharged ? due : chargedBytes;
    return isCharged;
  }

  private void taken(int bytes) {
    untakenBytes -= bytes;
    var unused = charge(untakenBytes); // Less than before: there is room, or the share is closed.
    if (untakenBytes == 0) {
      whenAllTaken.run();
    }
  }
}
