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
import dev.flotilla.dpws.xml.XmlReader;
import dev.flotilla.dpws.xml.XmlWriter;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import javax.xml.namespace.QName;
import org.jspecify.annotations.Nullable;

/** Reads and writes metadata. Stateless. */
final class MetadataCodec {
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
    String manufacturer = null;
    String manufacturerUrl = null;
    String name = null;
    String number = null;
    String url = null;
    String presentationUrl = null;
    while (in.nextChild()) {
      if (in.is(MANUFACTURER)) {
        manufacturer = firstOf(manufacturer, in);
      } else if (in.is(MANUFACTURER_URL)) {
        manufacturerUrl = in.trimmedText();
      } else if (in.is(MODEL_NAME)) {
        name = firstOf(name, in);
      } else if (in.is(MODEL_NUMBER)) {
        number = in.text();
      } else if (in.is(MODEL_URL)) {
        url = in.trimmedText();
      } else if (in.is(PRESENTATION_URL)) {
        presentationUrl = in.trimmedText();
      } else {
        in.skip();
      }
    }
    return new ThisModel(
        in.require(manufacturer, MANUFACTURER),
        manufacturerUrl,
        in.require(name, MODEL_NAME),
        number,
        url,
        presentationUrl);
  }

  private static void writeDevice(ThisDevice device, XmlWriter out) {
    out.open(THIS_DEVICE);
    english(FRIENDLY_NAME, device.friendlyName(), out);
    out.optional(FIRMWARE_VERSION, device.firmwareVersion())
        .optional(SERIAL_NUMBER, device.serialNumber())
        .close(THIS_DEVICE);
  }

  private static ThisDevice readDevice(XmlReader in) throws XmlException {
    String name = null;
    String firmware = null;
    String serial = null;
    while (in.nextChild()) {
      if (in.is(FRIENDLY_NAME)) {
        name = firstOf(name, in);
      } else if (in.is(FIRMWARE_VERSION)) {
        firmware = in.text();
      } else if (in.is(SERIAL_NUMBER)) {
        serial = in.text();
      } else {
        in.skip();
      }
    }
    return new ThisDevice(in.require(name, FRIENDLY_NAME), firmware, serial);
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
    Relationship.Host host = null;
    List<Relationship.Hosted> hosted = new ArrayList<>();
    while (in.nextChild()) {
      if (in.is(HOST)) {
        host = readHost(in);
      } else if (in.is(HOSTED)) {
        hosted.add(readHosted(in));
      } else {
        in.skip();
      }
    }
    sections.add(new Relationship(in.require(host, HOST), hosted));
  }

  private static Relationship.Host readHost(XmlReader in) throws XmlException {
    EndpointReference reference = null;
    List<QName> types = List.of();
    while (in.nextChild()) {
      if (in.is(ENDPOINT_REFERENCE)) {
        reference = EndpointReference.read(in);
      } else if (in.is(TYPES)) {
        types = in.names();
      } else {
        in.skip();
      }
    }
    return new Relationship.Host(in.require(reference, ENDPOINT_REFERENCE).address(), types);
  }

  private static Relationship.Hosted readHosted(XmlReader in) throws XmlException {
    List<URI> addresses = new ArrayList<>();
    List<QName> types = List.of();
    String serviceId = null;
    while (in.nextChild()) {
      if (in.is(ENDPOINT_REFERENCE)) {
        addresses.add(uri(EndpointReference.read(in).address(), in));
      } else if (in.is(TYPES)) {
        types = in.names();
      } else if (in.is(SERVICE_ID)) {
        serviceId = in.trimmedText();
      } else {
        in.skip();
      }
    }
    return new Relationship.Hosted(addresses, types, in.require(serviceId, SERVICE_ID));
  }

  private static void english(XmlElement element, String text, XmlWriter out) {
    out.open(element).attribute("xml:lang", "en").text(text).close(element);
  }

  /** Texts may come in several languages; the first counts. */
  private static String firstOf(@Nullable String before, XmlReader in) throws XmlException {
    String text = in.text();
    return before == null ? text : before;
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
