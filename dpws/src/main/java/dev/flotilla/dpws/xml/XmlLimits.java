package dev.flotilla.dpws.xml;

/**
 * How much one document may ask of its reader. The size of the whole document is limited before it
 * gets here.
 *
 * @param maxDepth levels of nested elements
 * @param maxElements elements in the document
 * @param maxAttributesPerElement attributes of one element, namespace declarations included
 * @param maxTextChars UTF-16 characters of the text of one element or attribute
 */
public record XmlLimits(
    int maxDepth, int maxElements, int maxAttributesPerElement, int maxTextChars) {
  /**
   * For messages of at most a few megabytes: depth 64, 100,000 elements, 64 attributes, 4 Mi
   * characters.
   */
  public static final XmlLimits DEFAULT = new XmlLimits(64, 100_000, 64, 4 << 20);

  /** Rejects limits below one. */
  public XmlLimits {
    if (Math.min(maxDepth, maxElements) < 1
        || Math.min(maxAttributesPerElement, maxTextChars) < 1) {
      throw new IllegalArgumentException("every limit is at least 1");
    }
  }
}
