package dev.flotilla.raftdpws;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.io.StringReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import javax.xml.parsers.DocumentBuilderFactory;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;
import org.xml.sax.InputSource;

/** What a client of 2014 sends, and what it reads in the answers. */
final class Client2014 {
  static final String RAFT = "http://di.uminho.pt/ws/2014/01/raft";
  static final String CAPTURED_UID = "6ef1a710-e56e-11f1-bf54-b7634a0c860b";

  private Client2014() {}

  /** A request, to the byte. */
  static String captured() {
    try (InputStream in = Client2014.class.getResourceAsStream("insert-command-2014.xml")) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The same of another attempt: it has a uid of its own. */
  static String attempt() {
    return captured().replace(CAPTURED_UID, UUID.randomUUID().toString());
  }

  /** The same as a stack writes it that is not of 2014: without the types of the elements. */
  static String untypedAttempt() {
    return attempt().replaceAll(" n2:type=\"[^\"]*\"", "");
  }

  static String leaderAddress(String envelope) {
    return fields(envelope).stream()
        .filter(field -> field.startsWith("leaderAddress="))
        .map(field -> field.substring("leaderAddress=".length()))
        .findFirst()
        .orElseThrow();
  }

  /** The fields of an InsertCommandResponse, read by a parser that is not ours. */
  static List<String> fields(String envelope) {
    NodeList responses = parse(envelope).getElementsByTagNameNS(RAFT, "InsertCommandResponse");
    assertThat(responses.getLength()).as(envelope).isEqualTo(1);
    List<String> fields = new ArrayList<>();
    NodeList children = responses.item(0).getChildNodes();
    for (int i = 0; i < children.getLength(); i++) {
      if (children.item(i) instanceof Element field) {
        fields.add(field.getLocalName() + "=" + field.getTextContent());
      }
    }
    return fields;
  }

  private static Element parse(String envelope) {
    try {
      DocumentBuilderFactory factory = DocumentBuilderFactory.newInstance();
      factory.setNamespaceAware(true);
      return factory
          .newDocumentBuilder()
          .parse(new InputSource(new StringReader(envelope)))
          .getDocumentElement();
    } catch (Exception e) {
      throw new AssertionError(e.getMessage() + " in " + envelope, e);
    }
  }
}
