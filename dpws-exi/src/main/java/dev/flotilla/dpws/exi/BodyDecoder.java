package dev.flotilla.dpws.exi;

import com.siemens.ct.exi.core.EXIBodyDecoder;
import com.siemens.ct.exi.core.EXIFactory;
import com.siemens.ct.exi.core.exceptions.EXIException;
import com.siemens.ct.exi.main.api.sax.SAXDecoder;
import java.io.IOException;
import org.xml.sax.SAXException;

/** Decodes messages whose options are known, with bounds on what they make it allocate. */
final class BodyDecoder extends SAXDecoder {
  /** Distinguishing bits, no options in the header, final version 1 (EXI, section 5). */
  private static final byte HEADER = (byte) 0x80;

  BodyDecoder(EXIFactory factory) throws EXIException {
    super(factory);
  }

  void decode(byte[] message, int length) throws IOException, SAXException, EXIException {
    if (length < 1 || message[0] != HEADER) {
      throw new IOException("it does not begin with the header of EXI 1 without options");
    }
    EXIBodyDecoder body = noOptionsFactory.createEXIBodyDecoder();
    body.setInputChannel(new BoundedChannel(message, 1, length - 1));
    parseEXIEvents(body);
  }
}
