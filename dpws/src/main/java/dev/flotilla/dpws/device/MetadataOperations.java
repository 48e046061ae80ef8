package dev.flotilla.dpws.device;

import static dev.flotilla.dpws.device.DpwsNames.DIALECT;
import static dev.flotilla.dpws.device.DpwsNames.GET_METADATA;
import static dev.flotilla.dpws.device.DpwsNames.MEX;
import static dev.flotilla.dpws.device.DpwsNames.TRANSFER;

import dev.flotilla.dpws.soap.BodyReader;
import dev.flotilla.dpws.soap.EmptyBody;
import dev.flotilla.dpws.soap.Operation;
import dev.flotilla.dpws.xml.UnexpectedElements;
import dev.flotilla.dpws.xml.XmlException;
import dev.flotilla.dpws.xml.XmlField;
import dev.flotilla.dpws.xml.XmlFields;
import dev.flotilla.dpws.xml.XmlReader;
import dev.flotilla.dpws.xml.XmlWriter;
import java.util.Optional;

/** The operations that give metadata away. */
final class MetadataOperations {
  /** WS-Transfer Get, of a device. */
  static final Operation<EmptyBody, Metadata> GET =
      new Operation<>(
          TRANSFER + "/Get",
          TRANSFER + "/GetResponse",
          EmptyBody.READER,
          EmptyBody.WRITER,
          MetadataCodec::read,
          MetadataCodec::write);

  /**
   * WS-MetadataExchange GetMetadata, of a device or hosted service; asks for one dialect or all.
   */
  static final Operation<Optional<String>, Metadata> GET_METADATA_OPERATION =
      new Operation<>(
          MEX + "/GetMetadata/Request",
          MEX + "/GetMetadata/Response",
          new RequestReader(),
          MetadataOperations::writeRequest,
          MetadataCodec::read,
          MetadataCodec::write);

  private static final XmlField<String> ASKED = XmlField.token(DIALECT);
  private static final XmlField<String> IDENTIFIER = XmlField.token(DIALECT.sibling("Identifier"));

  private MetadataOperations() {}

  /** All sections, or those of the dialect that is asked for. */
  static Metadata select(Metadata all, Optional<String> dialect) {
    return dialect.map(all::ofDialect).orElse(all);
  }

  private static void writeRequest(Optional<String> dialect, XmlWriter out) {
    out.open(GET_METADATA).optional(DIALECT, dialect.orElse(null)).close(GET_METADATA);
  }

  /** Reads the dialect that is asked for, if it is only one. */
  private static final class RequestReader implements BodyReader<Optional<String>> {
    @Override
    public Optional<String> read(XmlReader in) throws XmlException {
      in.expect(GET_METADATA);
      in.setUnexpected(UnexpectedElements.REFUSE_OWN);
      // An Identifier selects nothing: there is one section of each dialect.
      return XmlFields.read(in, ASKED, IDENTIFIER).find(ASKED).filter(uri -> !uri.isEmpty());
    }

    /** The stack of the 2014 clients asks with an empty body when it knows a bare URL only. */
    @Override
    public Optional<String> whenEmpty() {
      return Optional.empty();
    }
  }
}
