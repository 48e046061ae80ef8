package dev.flotilla.order.corba;

import dev.flotilla.order.Middleware;
import dev.flotilla.raft.model.Bytes;
import java.io.IOException;
import org.omg.CORBA.portable.InputStream;
import org.omg.CORBA.portable.OutputStream;

/** The names of the interfaces, and how their types are written. */
final class Contract {
  /** The name by which the registration is published. */
  static final String REGISTRATION_NAME = "flotilla-total-order";

  static final String PROCESS = "IDL:flotilla/order/Process:1.0";
  static final String APPEND = "append";
  static final String PING = "ping";

  static final String REGISTRATION = "IDL:flotilla/order/Registration:1.0";
  static final String REGISTER = "register";
  static final String PROCESSES = "processes";

  static final String REFUSED = "IDL:flotilla/order/Refused:1.0";

  private Contract() {}

  static void write(OutputStream out, Bytes content) {
    byte[] bytes = content.toArray();
    out.write_ulong(bytes.length);
    out.write_octet_array(bytes, 0, bytes.length);
  }

  /** Reads the length first, so a longer message is rejected before there is memory for it. */
  static Bytes read(InputStream in) throws IOException {
    int length = in.read_ulong();
    if (length < 0 || length > Middleware.MAX_MESSAGE_BYTES) {
      throw new IOException(
          "a message of %s bytes; the limit is %s"
              .formatted(Integer.toUnsignedString(length), Middleware.MAX_MESSAGE_BYTES));
    }
    byte[] bytes = new byte[length];
    in.read_octet_array(bytes, 0, length);
    return Bytes.wrap(bytes);
  }
}
