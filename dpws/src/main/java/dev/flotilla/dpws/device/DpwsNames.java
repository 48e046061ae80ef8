package dev.flotilla.dpws.device;

import dev.flotilla.dpws.soap.Addressing;
import dev.flotilla.dpws.xml.XmlElement;
import javax.xml.namespace.QName;

/** The names of DPWS 1.1, WS-Transfer and WS-MetadataExchange. */
final class DpwsNames {
  static final String DPWS = "http://docs.oasis-open.org/ws-dd/ns/dpws/2009/01";
  static final String MEX = "http://schemas.xmlsoap.org/ws/2004/09/mex";
  static final String TRANSFER = "http://schemas.xmlsoap.org/ws/2004/09/transfer";

  static final QName DEVICE_TYPE = new QName(DPWS, "Device", "dpws");
  static final String THIS_MODEL_DIALECT = DPWS + "/ThisModel";
  static final String THIS_DEVICE_DIALECT = DPWS + "/ThisDevice";
  static final String RELATIONSHIP_DIALECT = DPWS + "/Relationship";
  // The namespace of WSDL 1.1 as it is; some stacks find no WSDL without the slash.
  static final String WSDL_DIALECT = "http://schemas.xmlsoap.org/wsdl/";
  static final String HOST_RELATIONSHIP = DPWS + "/host";

  static final XmlElement METADATA = XmlElement.of(MEX, "mex", "Metadata");
  static final XmlElement METADATA_SECTION = METADATA.sibling("MetadataSection");
  static final XmlElement GET_METADATA = METADATA.sibling("GetMetadata");
  static final XmlElement DIALECT = METADATA.sibling("Dialect");
  static final XmlElement LOCATION = METADATA.sibling("Location");

  static final XmlElement THIS_MODEL = XmlElement.of(DPWS, "dpws", "ThisModel");
  static final XmlElement MANUFACTURER = THIS_MODEL.sibling("Manufacturer");
  static final XmlElement MANUFACTURER_URL = THIS_MODEL.sibling("ManufacturerUrl");
  static final XmlElement MODEL_NAME = THIS_MODEL.sibling("ModelName");
  static final XmlElement MODEL_NUMBER = THIS_MODEL.sibling("ModelNumber");
  static final XmlElement MODEL_URL = THIS_MODEL.sibling("ModelUrl");
  static final XmlElement PRESENTATION_URL = THIS_MODEL.sibling("PresentationUrl");
  static final XmlElement THIS_DEVICE = THIS_MODEL.sibling("ThisDevice");
  static final XmlElement FRIENDLY_NAME = THIS_MODEL.sibling("FriendlyName");
  static final XmlElement FIRMWARE_VERSION = THIS_MODEL.sibling("FirmwareVersion");
  static final XmlElement SERIAL_NUMBER = THIS_MODEL.sibling("SerialNumber");
  static final XmlElement RELATIONSHIP = THIS_MODEL.sibling("Relationship");
  static final XmlElement HOST = THIS_MODEL.sibling("Host");
  static final XmlElement HOSTED = THIS_MODEL.sibling("Hosted");
  static final XmlElement TYPES = THIS_MODEL.sibling("Types");
  static final XmlElement SERVICE_ID = THIS_MODEL.sibling("ServiceId");
  static final XmlElement ENDPOINT_REFERENCE = Addressing.ENDPOINT_REFERENCE;

  private DpwsNames() {}
}
