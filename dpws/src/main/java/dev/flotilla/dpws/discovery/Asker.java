package dev.flotilla.dpws.discovery;

import java.net.InetAddress;
import org.jspecify.annotations.Nullable;

/**
 * Who asked a question, how many bytes of it came, and what is sent once more of it comes. Owner:
 * the thread of the engine.
 */
final class Asker {
  /**
   * So many times the bytes of its question an answer may have, repetition included: a source
   * address can be forged, and what is sent to it may flood somebody else.
   */
  static final int MAX_AMPLIFICATION = 3;

  private final String messageId;
  private final ReturnPath path;
  private int questionBytes;
  private int withheldBytes;
  private @Nullable Runnable withheld;

  /**
   * One question.
   *
   * @param messageId of the question
   * @param questionBytes the length of its datagram, which bounds the answer
   * @param path the way back
   */
  Asker(String messageId, int questionBytes, ReturnPath path) {
    this.messageId = messageId;
    this.questionBytes = questionBytes;
    this.path = path;
  }

  String messageId() {
    return messageId;
  }

  ReturnPath path() {
    return path;
  }

  /** What may be sent to the asker in all, for the copies of the question that have come. */
  int maxAnswerBytes() {
    return MAX_AMPLIFICATION * questionBytes;
  }

  /**
   * Takes another copy of the question, which pays for another copy of the answer. A copy from
   * another address pays for nothing: the answer does not go there.
   */
  void askedAgain(int bytes, InetAddress from) {
    if (!path.address().equals(from)) {
      return;
    }
    questionBytes += bytes;
    Runnable released = withheld;
    if (released != null && withheldBytes <= maxAnswerBytes()) {
      withheld = null;
      released.run();
    }
  }

  /**
   * Keeps a repetition until enough of the question has come.
   *
   * @param totalBytes of all copies of the answer
   */
  void withhold(int totalBytes, Runnable repetition) {
    withheldBytes = totalBytes;
    withheld = repetition;
  }
}
