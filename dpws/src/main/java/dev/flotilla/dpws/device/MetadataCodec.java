package dev.flotilla.dpws.device;

import static dev.flotilla.dpws.device.DpwsNames.ENDPOINT_REFERENCE;
import static dev.flotilla.dpws.device.DpwsNames.FIRMWARE_VERSION;
import static dev.flotilla.dpws.device.DpwsNames.FRIENDLY_NAME;
import static dev.flotilla.dpws.device.DpwsNames.HOST;
import static dev.flotilla.dpws.device.DpwsNames.HOSTED;
import static dev.flotilla.dpws.device.DpwsNames.HOST_RELATIONSHIP;
import static dev.flotilla.dpws.device.DpwsNames.LOCATION;
import static dev.flotilla.dpws.device.DpwsNames.MANUFACTURER;
import static dev.flotilla.dpws.device.DpwsNames.MANUFACTURER_URL;
import static dev.flotilla.dpws.device.DpwsNames.METADATA;
import static dev.flotilla.dpws.device.DpwsNames.METADATA_SECTION;
import static dev.flotilla.dpws.device.DpwsNames.MODEL_NAME;
import static dev.flotilla.dpws.device.DpwsNames.MODEL_NUMBER;
import static dev.flotilla.dpws.device.DpwsNames.MODEL_URL;
import static dev.flotilla.dpws.device.DpwsNames.PRESENTATION_URL;
import static dev.flotilla.dpws.device.DpwsNames.RELATIONSHIP;
import static dev.flotilla.dpws.device.DpwsNames.SERIAL_NUMBER;
import static dev.flotilla.dpws.device.DpwsNames.SERVICE_ID;
import static dev.flotilla.dpws.device.DpwsNames.THIS_DEVICE;
import static dev.flotilla.dpws.device.DpwsNames.THIS_MODEL;
import static dev.flotilla.dpws.device.DpwsNames.TYPES;
import static dev.flotilla.dpws.device.DpwsNames.WSDL_DIALECT;

import dev.flotilla.dpws.soap.EndpointReference;
import dev.flotilla.dpws.xml.XmlElement;
import dev.flotilla.dpws.xml.XmlException;
import dev.flotilla.dpws.xml.XmlField;
import dev.flotilla.dpws.xml.XmlFields;
import dev.flotilla.dpws.xml.XmlReader;
import dev.flotilla.dpws.xml.XmlWriter;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import javax.xml.namespace.QName;
import org.jspecify.annotations.Nullable;

/** Reads and writes metadata. Stateless. */
final class MetadataCodec {
  private static final XmlField<List<String>> MANUFACTURERS =
      XmlField.list(MANUFACTURER, XmlReader::text);
  private static final XmlField<String> MANUFACTURER_URI = XmlField.token(MANUFACTURER_URL);
  private static final XmlField<List<String>> MODEL_NAMES =
      XmlField.list(MODEL_NAME, XmlReader::text);
  private static final XmlField<String> NUMBER = XmlField.text(MODEL_NUMBER);
  private static final XmlField<String> MODEL_URI = XmlField.token(MODEL_URL);
  private static final XmlField<String> PRESENTATION_URI = XmlField.token(PRESENTATION_URL);
  private static final XmlField<List<String>> FRIENDLY_NAMES =
      XmlField.list(FRIENDLY_NAME, XmlReader::text);
  private static final XmlField<String> FIRMWARE = XmlField.text(FIRMWARE_VERSION);
  private static final XmlField<String> SERIAL = XmlField.text(SERIAL_NUMBER);
  private static final XmlField<EndpointReference> REFERENCE =
      XmlField.of(ENDPOINT_REFERENCE, EndpointReference::read);
  private static final XmlField<List<URI>> HOSTED_ADDRESSES =
      XmlField.list(ENDPOINT_REFERENCE, in -> uri(EndpointReference.read(in).address(), in));
  private static final XmlField<List<QName>> SERVICE_TYPES = XmlField.of(TYPES, XmlReader::names);
  private static final XmlField<String> ID = XmlField.token(SERVICE_ID);
  private static final XmlField<Relationship.Host> THE_HOST =
      XmlField.of(HOST, MetadataCodec::readHost);
  private static final XmlField<List<Relationship.Hosted>> ALL_HOSTED =
      XmlField.list(HOSTED, MetadataCodec::readHosted);

  private MetadataCodec() {}

  static void write(Metadata metadata, XmlWriter out) {
    out.open(METADATA);
    for (MetadataSection section : metadata.sections()) {
      out.open(METADATA_SECTION).attribute("Dialect", section.dialect());
      write(section, out);
      out.close(METADATA_SECTION);
    }
    out.close(METADATA);
  }

  static Metadata read(XmlReader in) throws XmlException {
    in.expect(METADATA);
    List<MetadataSection> sections = new ArrayList<>();
    while (in.nextChild()) {
      if (in.is(METADATA_SECTION)) {
        readSection(in, sections);
      } else {
        in.skip();
      }
    }
    return new Metadata(sections);
  }

  private static void write(MetadataSection section, XmlWriter out) {
    if (section instanceof ThisModel model) {
      writeModel(model, out);
    } else if (section instanceof ThisDevice device) {
      writeDevice(device, out);
    } else if (section instanceof Relationship relationship) {
      writeRelationship(relationship, out);
    } else if (section instanceof WsdlLocation wsdl) {
      out.element(LOCATION, wsdl.location().toString());
    }
  }

  private static void readSection(XmlReader in, List<MetadataSection> sections)
      throws XmlException {
    String dialect = in.attribute("", "Dialect");
    while (in.nextChild()) {
      if (in.is(THIS_MODEL)) {
        sections.add(readModel(in));
      } else if (in.is(THIS_DEVICE)) {
        sections.add(readDevice(in));
      } else if (in.is(RELATIONSHIP)) {
        readRelationship(in, sections);
      } else if (in.is(LOCATION) && isWsdl(dialect)) {
        sections.add(new WsdlLocation(uri(in)));
      } else {
        in.skip();
      }
    }
  }

  private static boolean isWsdl(@Nullable String dialect) {
    return dialect != null && (dialect.equals(WSDL_DIALECT) || WSDL_DIALECT.equals(dialect + "/"));
  }

  private static void writeModel(ThisModel model, XmlWriter out) {
    out.open(THIS_MODEL);
    english(MANUFACTURER, model.manufacturer(), out);
    out.optional(MANUFACTURER_URL, model.manufacturerUrl());
    english(MODEL_NAME, model.modelName(), out);
    out.optional(MODEL_NUMBER, model.modelNumber())
        .optional(MODEL_URL, model.modelUrl())
        .optional(PRESENTATION_URL, model.presentationUrl())
        .close(THIS_MODEL);
  }

  private static ThisModel readModel(XmlReader in) throws XmlException {
    XmlFields read =
        XmlFields.read(
            in, MANUFACTURERS, MANUFACTURER_URI, MODEL_NAMES, NUMBER, MODEL_URI, PRESENTATION_URI);
    return new ThisModel(
        first(read, MANUFACTURERS),
        read.find(MANUFACTURER_URI).orElse(null),
        first(read, MODEL_NAMES),
        read.find(NUMBER).orElse(null),
        read.find(MODEL_URI).orElse(null),
        read.find(PRESENTATION_URI).orElse(null));
  }

  private static void writeDevice(ThisDevice device, XmlWriter out) {
    out.open(THIS_DEVICE);
    english(FRIENDLY_NAME, device.friendlyName(), out);
    out.optional(FIRMWARE_VERSION, device.firmwareVersion())
        .optional(SERIAL_NUMBER, device.serialNumber())
        .close(THIS_DEVICE);
  }

  private static ThisDevice readDevice(XmlReader in) throws XmlException {
    XmlFields read = XmlFields.read(in, FRIENDLY_NAMES, FIRMWARE, SERIAL);
    return new ThisDevice(
        first(read, FRIENDLY_NAMES),
        read.find(FIRMWARE).orElse(null),
        read.find(SERIAL).orElse(null));
  }

  private static void writeRelationship(Relationship relationship, XmlWriter out) {
    out.open(RELATIONSHIP).attribute("Type", HOST_RELATIONSHIP).open(HOST);
    new EndpointReference(relationship.host().endpointReference()).write(ENDPOINT_REFERENCE, out);
    out.names(TYPES, relationship.host().types()).close(HOST);
    for (Relationship.Hosted hosted : relationship.hosted()) {
      out.open(HOSTED);
      for (URI address : hosted.addresses()) {
        new EndpointReference(address.toString()).write(ENDPOINT_REFERENCE, out);
      }
      out.names(TYPES, hosted.types()).element(SERVICE_ID, hosted.serviceId()).close(HOSTED);
    }
    out.close(RELATIONSHIP);
  }

  private static void readRelationship(XmlReader in, List<MetadataSection> sections)
      throws XmlException {
    if (!HOST_RELATIONSHIP.equals(in.attribute("", "Type"))) {
      in.skip(); // Other relationships are allowed and mean nothing here.
      return;
    }
    XmlFields read = XmlFields.read(in, THE_HOST, ALL_HOSTED);
    sections.add(new Relationship(read.require(THE_HOST), read.all(ALL_HOSTED)));
  }

  private static Relationship.Host readHost(XmlReader in) throws XmlException {
    XmlFields read = XmlFields.read(in, REFERENCE, SERVICE_TYPES);
    return new Relationship.Host(
        read.require(REFERENCE).address(), read.find(SERVICE_TYPES).orElse(List.of()));
  }

  private static Relationship.Hosted readHosted(XmlReader in) throws XmlException {
    XmlFields read = XmlFields.read(in, HOSTED_ADDRESSES, SERVICE_TYPES, ID);
    return new Relationship.Hosted(
        read.all(HOSTED_ADDRESSES), read.find(SERVICE_TYPES).orElse(List.of()), read.require(ID));
  }

  private static void english(XmlElement element, String text, XmlWriter out) {
    out.open(element).attribute("xml:lang", "en").text(text).close(element);
  }

  /** Texts may come in several languages; the first counts. */
  private static String first(XmlFields read, XmlField<List<String>> texts) throws XmlException {
    return read.require(texts).get(0);
  }

  private static URI uri(XmlReader in) throws XmlException {
    return uri(in.trimmedText(), in);
  }

  private static URI uri(String text, XmlReader in) throws XmlException {
    try {
      return URI.create(text);
    } catch (IllegalArgumentException e) {
      throw in.fail("'" + text + "' is not a URI");
    }
  }
}
