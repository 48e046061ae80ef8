package dev.flotilla.dpws.soap;

import dev.flotilla.dpws.xml.XmlElement;
import dev.flotilla.dpws.xml.XmlWriter;
import java.util.List;
import javax.xml.namespace.QName;

/** Writes faults with the header blocks that SOAP 1.2 has for some of them. Stateless. */
final class FaultWriter implements BodyWriter<SoapFault> {
  @Override
  public void writeHeaderBlocks(SoapFault fault, XmlWriter xml) {
    for (QName block : fault.notUnderstood()) {
      xml.open(SoapNames.NOT_UNDERSTOOD)
          .attribute("xmlns:n", block.getNamespaceURI())
          .attribute("qname", "n:" + block.getLocalPart())
          .close(SoapNames.NOT_UNDERSTOOD);
    }
    if (fault.code() == SoapFaultCode.VERSION_MISMATCH) {
      xml.open(SoapNames.UPGRADE)
          .open(SoapNames.SUPPORTED_ENVELOPE)
          .attribute("qname", SoapNames.PREFIX + ":" + SoapNames.ENVELOPE.localName())
          .close(SoapNames.SUPPORTED_ENVELOPE)
          .close(SoapNames.UPGRADE);
    }
  }

  @Override
  public void write(SoapFault fault, XmlWriter xml) {
    xml.open(SoapNames.FAULT)
        .open(SoapNames.CODE)
        .element(SoapNames.VALUE, SoapNames.PREFIX + ":" + fault.code().localName());
    writeSubcodes(fault.subcodes(), xml);
    xml.close(SoapNames.CODE)
        .open(SoapNames.REASON)
        .open(SoapNames.TEXT)
        .attribute("xml:lang", "en")
        .text(fault.reason())
        .close(SoapNames.TEXT)
        .close(SoapNames.REASON);
    if (fault.detail() != null) {
      QName name = fault.detail().name();
      String prefix = name.getNamespaceURI().isEmpty() ? "" : "d";
      xml.open(SoapNames.DETAIL)
          .element(
              XmlElement.of(name.getNamespaceURI(), prefix, name.getLocalPart()),
              fault.detail().text())
          .close(SoapNames.DETAIL);
    }
    xml.close(SoapNames.FAULT);
  }

  private static void writeSubcodes(List<QName> subcodes, XmlWriter xml) {
    if (!subcodes.isEmpty()) {
      xml.open(SoapNames.SUBCODE).names(SoapNames.VALUE, subcodes.subList(0, 1));
      writeSubcodes(subcodes.subList(1, subcodes.size()), xml);
      xml.close(SoapNames.SUBCODE);
    }
  }
}
