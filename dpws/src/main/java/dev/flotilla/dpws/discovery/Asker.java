package dev.flotilla.dpws.discovery;

/**
 * Who asked a question, and how large the question was.
 *
 * @param messageId of the question
 * @param questionBytes the length of its datagram, which bounds the answer
 * @param path the way back
 */
record Asker(String messageId, int questionBytes, ReturnPath path) {
  /**
   * So many times the bytes of its question an answer may have, repetition included: a source
   * address can be forged, and what is sent to it may flood somebody else.
   */
  static final int MAX_AMPLIFICATION = 3;

  /** What may be sent to the asker in all. */
  int maxAnswerBytes() {
    return MAX_AMPLIFICATION * questionBytes;
  }
}
