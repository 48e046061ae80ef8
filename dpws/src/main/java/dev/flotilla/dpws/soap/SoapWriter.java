package dev.flotilla.dpws.soap;

import dev.flotilla.dpws.xml.XmlElement;
import dev.flotilla.dpws.xml.XmlTemplate;
import dev.flotilla.dpws.xml.XmlWriter;
import io.netty.buffer.ByteBuf;
import java.util.List;
import javax.xml.namespace.QName;
import org.jspecify.annotations.Nullable;

/** Writes envelopes. Stateless, any thread, never blocks. */
public final class SoapWriter {
  /** Writes faults with the header blocks that SOAP 1.2 has for some of them. */
  private static final BodyWriter<SoapFault> FAULTS =
      new BodyWriter<>() {
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
      };

  private SoapWriter() {}

  /**
   * Appends an envelope.
   *
   * @param out a heap buffer
   * @throws IllegalArgumentException when XML cannot carry a text in it; the buffer's end is then
   *     undefined
   */
  public static <T> void write(ByteBuf out, SoapHeader header, BodyWriter<T> writer, T body) {
    write(XmlWriter.on(out), header, writer, body);
  }

  /** Appends an envelope, and returns its template. */
  static <T> XmlTemplate record(ByteBuf out, SoapHeader header, BodyWriter<T> writer, T body) {
    XmlWriter xml = XmlWriter.on(out).record();
    write(xml, header, writer, body);
    return xml.template();
  }

  private static <T> void write(XmlWriter xml, SoapHeader header, BodyWriter<T> writer, T body) {
    xml.declaration().open(SoapNames.ENVELOPE).declare(Addressing.ENDPOINT_REFERENCE);
    xml.open(SoapNames.HEADER);
    writeHeader(header, xml);
    writer.writeHeaderBlocks(body, xml);
    xml.close(SoapNames.HEADER).open(SoapNames.BODY);
    writer.write(body, xml);
    xml.close(SoapNames.BODY).close(SoapNames.ENVELOPE).flush();
  }

  /** Appends an envelope with a fault; its action is the fault's. */
  public static void writeFault(ByteBuf out, SoapFault fault, @Nullable String relatesTo) {
    writeFault(out, SoapHeader.response(fault.action(), relatesTo), fault);
  }

  /** Appends an envelope with a fault under any header. */
  public static void writeFault(ByteBuf out, SoapHeader header, SoapFault fault) {
    write(out, header, FAULTS, fault);
  }

  private static void writeHeader(SoapHeader header, XmlWriter xml) {
    xml.element(Addressing.ACTION, header.action())
        .slot()
        .optional(Addressing.MESSAGE_ID, header.messageId())
        .slot()
        .optional(Addressing.RELATES_TO, header.relatesTo())
        .optional(Addressing.TO, header.to());
    if (header.replyTo() != null) {
      header.replyTo().write(Addressing.REPLY_TO, xml);
    }
    if (header.faultTo() != null) {
      header.faultTo().write(Addressing.FAULT_TO, xml);
    }
    header.parameters().forEach(parameter -> parameter.writeHeaderBlock(xml));
  }

  private static void writeSubcodes(List<QName> subcodes, XmlWriter xml) {
    if (!subcodes.isEmpty()) {
      xml.open(SoapNames.SUBCODE).names(SoapNames.VALUE, subcodes.subList(0, 1));
      writeSubcodes(subcodes.subList(1, subcodes.size()), xml);
      xml.close(SoapNames.SUBCODE);
    }
  }
}
