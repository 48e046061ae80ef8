package dev.flotilla.gateway.proxy;

import dev.flotilla.gateway.http.WholeAnswer;
import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;

/**
 * Gets the answer to a request that was dispatched: {@link #complete}, {@link #failed} or {@link
 * #switched}; or {@link #begin}, then {@link #more}, then {@link #end} or {@link #broken}. Called
 * on the event loop of the dispatch.
 */
interface AnswerSink {
  /**
   * The complete answer.
   *
   * @param held what its body takes of the budget; the sink closes it
   */
  void complete(WholeAnswer answer, KeptBody held);

  /** The beginning of a large answer, without its body. From here on nothing is hidden. */
  void begin(WholeAnswer head);

  /** The next part of a large answer; the receiver releases it. */
  void more(ByteBuf content);

  /** A large answer is complete. */
  void end();

  /** The rest of a large answer will not come. */
  void broken(String reason);

  /** No web server has answered. */
  void failed(int status, String reason);

  /** The connection to the web server is a WebSocket now. */
  void switched(WholeAnswer head, Channel server);

  /**
   * Whether the request may be sent to a web server now.
   *
   * @param isAgain whether it was sent before
   */
  boolean mayBeSent(boolean isAgain);

  /** Whether more of a large answer is wanted now. */
  boolean isWritable();

  /** More of a streamed request can be sent now. */
  void bodyWanted();
}
