package dev.flotilla.dpws.xml;

import java.util.Arrays;

/** Notes where the slots of a template are while a document is written. */
final class SlotRecorder {
  private final int begin;
  private int[] starts = new int[16];
  private int[] ends = new int[16];
  private boolean[] isBase64 = new boolean[16];
  private int slots;
  private int elements;
  private boolean isInSlot;

  /** Starts at a place of the document. */
  SlotRecorder(int begin) {
    this.begin = begin;
  }

  int begin() {
    return begin;
  }

  boolean isInSlot() {
    return isInSlot;
  }

  void element() {
    if (!isInSlot) {
      elements++;
    }
  }

  void beginSlot(int place) {
    if (slots == starts.length) {
      starts = Arrays.copyOf(starts, 2 * slots);
      ends = Arrays.copyOf(ends, 2 * slots);
      isBase64 = Arrays.copyOf(isBase64, 2 * slots);
    }
    starts[slots] = place;
    isInSlot = true;
  }

  void holdsBase64() {
    isBase64[slots] = isInSlot;
  }

  void endSlot(int place) {
    ends[slots++] = place;
    isInSlot = false;
  }

  /**
   * The template of what has been written since the start.
   *
   * @param offset where in the array the document begins
   * @param end where the template ends in the document
   */
  XmlTemplate template(byte[] array, int offset, int end) {
    int[] stretchEnds = new int[slots + 1];
    byte[] stretches = new byte[end - begin];
    int from = begin;
    int at = 0;
    for (int i = 0; i <= slots; i++) {
      int length = (i == slots ? end : starts[i]) - from;
      System.arraycopy(array, offset + from, stretches, at, length);
      at += length;
      stretchEnds[i] = at;
      from = i == slots ? end : ends[i];
    }
    return new XmlTemplate(
        Arrays.copyOf(stretches, at), stretchEnds, Arrays.copyOf(isBase64, slots), elements);
  }
}
