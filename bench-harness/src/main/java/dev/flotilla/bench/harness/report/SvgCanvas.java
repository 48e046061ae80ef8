package dev.flotilla.bench.harness.report;

import java.awt.Graphics2D;
import java.io.StringWriter;
import java.util.function.Consumer;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import javax.xml.transform.OutputKeys;
import javax.xml.transform.Transformer;
import javax.xml.transform.TransformerException;
import javax.xml.transform.TransformerFactory;
import javax.xml.transform.dom.DOMSource;
import javax.xml.transform.stream.StreamResult;
import org.apache.batik.svggen.SVGGraphics2D;
import org.w3c.dom.Document;
import org.w3c.dom.Element;

/** Turns what is drawn on a {@link Graphics2D} into an {@code svg} element. */
final class SvgCanvas {
  private static final String SVG = "http://www.w3.org/2000/svg";

  /** How wide all drawings are. */
  static final int WIDTH = 520;

  private SvgCanvas() {}

  /**
   * Draws.
   *
   * @param id a word that makes the ids of this drawing differ from those of others on the page
   * @param label what a screen reader says in its place
   * @param drawing draws
   */
  static String draw(String id, String label, int height, Consumer<Graphics2D> drawing) {
    try {
      Document document =
          DocumentBuilderFactory.newInstance()
              .newDocumentBuilder()
              .getDOMImplementation()
              .createDocument(SVG, "svg", null);
      SVGGraphics2D canvas = new SVGGraphics2D(document);
      drawing.accept(canvas);
      Element root = canvas.getRoot();
      root.setAttribute("viewBox", "0 0 %s %s".formatted(WIDTH, height));
      root.setAttribute("width", Integer.toString(WIDTH));
      root.setAttribute("height", Integer.toString(height));
      root.setAttribute("role", "img");
      root.setAttribute("aria-label", label);
      return withIdsOf(id, serialize(root));
    } catch (ParserConfigurationException | TransformerException e) {
      throw new IllegalStateException("the XML classes of this JDK do not work", e);
    }
  }

  private static String serialize(Element root) throws TransformerException {
    Transformer transformer = TransformerFactory.newInstance().newTransformer();
    transformer.setOutputProperty(OutputKeys.OMIT_XML_DECLARATION, "yes");
    StringWriter text = new StringWriter();
    transformer.transform(new DOMSource(root), new StreamResult(text));
    return text.toString();
  }

  private static String withIdsOf(String id, String svg) {
    return svg.replaceAll(" id=\"([^\"]+)\"", " id=\"" + id + "-$1\"")
        .replaceAll("url\\(#([^)]+)\\)", "url(#" + id + "-$1)")
        .replaceAll("<!--.*?-->", "");
  }
}
