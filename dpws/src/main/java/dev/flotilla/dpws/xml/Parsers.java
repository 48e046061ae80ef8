package dev.flotilla.dpws.xml;

import com.fasterxml.aalto.in.ReaderConfig;
import com.fasterxml.aalto.stax.InputFactoryImpl;
import java.util.concurrent.atomic.AtomicLong;
import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLStreamException;
import org.codehaus.stax2.XMLInputFactory2;
import org.codehaus.stax2.XMLStreamReader2;
import org.codehaus.stax2.io.Stax2ByteArraySource;

/**
 * Makes Aalto readers and keeps the table of names that they share from growing without bound.
 *
 * <p>Aalto remembers every element and attribute name that it has ever met, for the next document.
 * Names come from the network, so the table is thrown away once it is larger than honest peers
 * would make it.
 */
final class Parsers {
  private static final int MAX_REMEMBERED_NAMES = 2_000;
  private static final long BYTES_BETWEEN_CHECKS = 256 << 10;

  private final AtomicLong bytesSinceCheck = new AtomicLong();
  private volatile InputFactoryImpl factory = newFactory();

  XMLStreamReader2 reader(byte[] document, int offset, int length) throws XMLStreamException {
    if (bytesSinceCheck.addAndGet(length) > BYTES_BETWEEN_CHECKS) {
      bytesSinceCheck.set(0);
      if (rememberedNames() > MAX_REMEMBERED_NAMES) {
        factory = newFactory();
      }
    }
    return (XMLStreamReader2)
        factory.createXMLStreamReader(new Stax2ByteArraySource(document, offset, length));
  }

  int rememberedNames() {
    ReaderConfig config = factory.getNonSharedConfig(null, null, null, false, false);
    config.setActualEncoding("UTF-8");
    return config.getBBSymbols().size();
  }

  private static InputFactoryImpl newFactory() {
    InputFactoryImpl factory = new InputFactoryImpl();
    factory.setProperty(XMLInputFactory.SUPPORT_DTD, false);
    factory.setProperty(XMLInputFactory.IS_SUPPORTING_EXTERNAL_ENTITIES, false);
    factory.setProperty(XMLInputFactory.IS_COALESCING, true);
    // Lazily parsed text would fail in the accessors, which declare no exception.
    factory.setProperty(XMLInputFactory2.P_LAZY_PARSING, false);
    return factory;
  }
}
