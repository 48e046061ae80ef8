package dev.flotilla.dpws.exi;

import com.siemens.ct.exi.core.exceptions.EXIException;
import com.siemens.ct.exi.core.grammars.Grammars;
import com.siemens.ct.exi.grammars.GrammarFactory;
import dev.flotilla.dpws.http.HttpResource;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.StringReader;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import org.apache.xerces.xni.XMLResourceIdentifier;
import org.apache.xerces.xni.parser.XMLInputSource;

/** The schemas of SOAP and WS-Addressing, and those of an application, as one. */
final class SchemaSet {
  private static final int HASH_BYTES = 8;

  private final List<ExiSchema> schemas;

  private SchemaSet(List<ExiSchema> schemas) {
    this.schemas = schemas;
  }

  static SchemaSet with(List<ExiSchema> ofApplication) {
    List<ExiSchema> all = new ArrayList<>();
    all.add(own("soap-envelope.xsd", "http://www.w3.org/2003/05/soap-envelope"));
    all.add(own("ws-addressing.xsd", "http://www.w3.org/2005/08/addressing"));
    all.addAll(ofApplication);
    return new SchemaSet(all);
  }

  private static ExiSchema own(String name, String namespace) {
    return ExiSchema.of(name, namespace, HttpResource.xml(SchemaSet.class, name));
  }

  /** Which schemas these are, in 16 hexadecimal digits. */
  String hash() {
    try {
      MessageDigest digest = MessageDigest.getInstance("SHA-256");
      for (ExiSchema schema : schemas) {
        digest.update(schema.namespace().getBytes(StandardCharsets.UTF_8));
        digest.update((byte) 0);
        digest.update(schema.text().getBytes(StandardCharsets.UTF_8));
        digest.update((byte) 0);
      }
      return HexFormat.of().formatHex(digest.digest(), 0, HASH_BYTES);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every JDK has SHA-256", e);
    }
  }

  Grammars grammars() {
    StringBuilder root =
        new StringBuilder("<xs:schema xmlns:xs='http://www.w3.org/2001/XMLSchema'>");
    for (ExiSchema schema : schemas) {
      root.append("<xs:import namespace='")
          .append(schema.namespace())
          .append("' schemaLocation='")
          .append(schema.name())
          .append("'/>");
    }
    byte[] document = root.append("</xs:schema>").toString().getBytes(StandardCharsets.UTF_8);
    try {
      return GrammarFactory.newInstance()
          .createGrammars(new ByteArrayInputStream(document), this::resolve);
    } catch (EXIException e) {
      throw new IllegalArgumentException("the schemas are not valid: " + e.getMessage(), e);
    }
  }

  /** Only these are read: nothing from files, nothing from the network. */
  private XMLInputSource resolve(XMLResourceIdentifier asked) throws IOException {
    for (ExiSchema schema : schemas) {
      if (schema.namespace().equals(asked.getNamespace())) {
        return new XMLInputSource(null, schema.name(), null, new StringReader(schema.text()), null);
      }
    }
    throw new IOException("no schema of " + asked.getNamespace());
  }
}
