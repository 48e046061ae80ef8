package dev.flotilla.dpws.xml;

import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.List;

/** Takes down what lies around the slots of a template while a document is written. */
final class SlotRecorder {
  private final int begin;
  private final ByteArrayOutputStream stretches = new ByteArrayOutputStream();
  private final List<Integer> ends = new ArrayList<>();
  private final List<Boolean> isBase64 = new ArrayList<>();
  private int from;
  private int elements;
  private boolean isInSlot;

  /** Starts at a place of the document. */
  SlotRecorder(int begin) {
    this.begin = begin;
    this.from = begin;
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

  /**
   * A slot begins.
   *
   * @param offset where in the array the document begins
   * @param place where the slot begins in the document
   */
  void beginSlot(byte[] array, int offset, int place) {
    stretches.write(array, offset + from, place - from);
    ends.add(stretches.size());
    isBase64.add(false);
    isInSlot = true;
  }

  void holdsBase64() {
    isBase64.set(isBase64.size() - 1, isInSlot);
  }

  void endSlot(int place) {
    from = place;
    isInSlot = false;
  }

  /** The template of what has been written since the start, up to this place. Once. */
  XmlTemplate template(byte[] array, int offset, int end) {
    stretches.write(array, offset + from, end - from);
    ends.add(stretches.size());
    boolean[] base64 = new boolean[isBase64.size()];
    for (int i = 0; i < base64.length; i++) {
      base64[i] = isBase64.get(i);
    }
    int[] all = ends.stream().mapToInt(Integer::intValue).toArray();
    return new XmlTemplate(stretches.toByteArray(), all, base64, elements);
  }
}
