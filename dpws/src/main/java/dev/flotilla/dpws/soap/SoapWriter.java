package dev.flotilla.dpws.soap;

import dev.flotilla.dpws.xml.XmlElement;
import dev.flotilla.dpws.xml.XmlWriter;
import io.netty.buffer.ByteBuf;
import java.util.List;
import javax.xml.namespace.QName;
import org.jspecify.annotations.Nullable;

/** Writes envelopes. Stateless, any thread, never blocks. */
public final class SoapWriter {
  private SoapWriter() {}

  /**
   * Appends an envelope.
   *
   * @param out a heap buffer
   * @throws IllegalArgumentException when XML cannot carry a text in it; the buffer's end is then
   *     undefined
   */
  public static <T> void write(ByteBuf out, SoapHeader header, BodyWriter<T> writer, T body) {
    XmlWriter xml = XmlWriter.on(out).declaration();
    xml.open(SoapNames.ENVELOPE).declare(Addressing.ENDPOINT_REFERENCE);
    xml.open(SoapNames.HEADER);
    writeHeader(header, xml);
    writer.writeHeaderBlocks(body, xml);
    xml.close(SoapNames.HEADER).open(SoapNames.BODY);
    writer.write(body, xml);
    xml.close(SoapNames.BODY).close(SoapNames.ENVELOPE).flush();
  }

  /** Appends an envelope with a fault; its action is the fault's. */
  public static void writeFault(ByteBuf out, SoapFault fault, @Nullable String relatesTo) {
    write(
        out, SoapHeader.response(fault.action(), relatesTo), SoapWriter::writeFaultElement, fault);
  }

  private static void writeHeader(SoapHeader header, XmlWriter xml) {
    xml.element(Addressing.ACTION, header.action())
        .optional(Addressing.MESSAGE_ID, header.messageId())
        .optional(Addressing.RELATES_TO, header.relatesTo())
        .optional(Addressing.TO, header.to());
    if (header.replyTo() != null) {
      new EndpointReference(header.replyTo()).write(Addressing.REPLY_TO, xml);
    }
    if (header.faultTo() != null) {
      new EndpointReference(header.faultTo()).write(Addressing.FAULT_TO, xml);
    }
    header.parameters().forEach(parameter -> parameter.writeHeaderBlock(xml));
  }

  private static void writeFaultElement(SoapFault fault, XmlWriter xml) {
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
