package dev.flotilla.dpws.xml;

/**
 * A document, or a part of one, of which only the contents of some slots change. {@link XmlWriter}
 * records it while it writes once in full; after that {@link SlotWriter} writes, and {@link
 * SlotReader} reads, documents that differ from it in the slots only. Immutable; any thread.
 */
public final class XmlTemplate {
  /** What lies before, between and after the slots, one after another. */
  final byte[] stretches;

  /** Where in them the stretch before each slot ends, and the last one. */
  final int[] ends;

  /** Which slots hold base64. */
  final boolean[] isBase64;

  /** How many elements it has, without those inside slots. */
  final int elements;

  XmlTemplate(byte[] stretches, int[] ends, boolean[] isBase64, int elements) {
    this.stretches = stretches;
    this.ends = ends;
    this.isBase64 = isBase64;
    this.elements = elements;
  }

  /** How many bytes it has without the contents of its slots. */
  public int sizeBytes() {
    return stretches.length;
  }
}
