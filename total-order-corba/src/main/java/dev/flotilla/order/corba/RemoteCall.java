package dev.flotilla.order.corba;

import java.io.IOException;
import org.jspecify.annotations.Nullable;
import org.omg.CORBA.SystemException;
import org.omg.CORBA.portable.ApplicationException;
import org.omg.CORBA.portable.InputStream;
import org.omg.CORBA.portable.ObjectImpl;
import org.omg.CORBA.portable.OutputStream;
import org.omg.CORBA.portable.RemarshalException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Calls an operation of another process's object and waits for the answer.
 *
 * <p>The ORB may ask for the same request again before it was executed: if the object is elsewhere,
 * or the other side closed an idle connection in order.
 */
final class RemoteCall {
  private static final Logger LOG = LoggerFactory.getLogger(RemoteCall.class);
  private static final int MAX_ATTEMPTS = 4;

  private RemoteCall() {}

  /** Writes the arguments of a call. */
  interface Arguments {
    void write(OutputStream out);
  }

  /** Reads the result of a call. */
  interface Result<T> {
    T read(InputStream in) throws IOException;
  }

  /**
   * Calls an operation.
   *
   * @throws IOException if there is no answer in time, or the answer is an exception
   */
  static <T> T call(ObjectImpl target, String operation, Arguments arguments, Result<T> result)
      throws IOException {
    try {
      for (int attempt = 1; attempt <= MAX_ATTEMPTS; attempt++) {
        try {
          return attempt(target, operation, arguments, result);
        } catch (RemarshalException e) {
          LOG.debug("'{}' is sent again: attempt {} was forwarded", operation, attempt);
        }
      }
    } catch (SystemException | NullPointerException e) {
      // The latter is what the ORB throws if it is closed while a call is under way.
      throw new IOException("'%s' has failed: %s".formatted(operation, e.getMessage()), e);
    }
    throw new IOException(
        "'%s' was forwarded %s times without an answer".formatted(operation, MAX_ATTEMPTS));
  }

  private static <T> T attempt(
      ObjectImpl target, String operation, Arguments arguments, Result<T> result)
      throws IOException, RemarshalException {
    InputStream in = null;
    try {
      OutputStream out = target._request(operation, /* responseExpected= */ true);
      arguments.write(out);
      in = target._invoke(out);
      return result.read(in);
    } catch (ApplicationException e) {
      in = e.getInputStream();
      throw new IOException("'%s' is refused: %s".formatted(operation, reasonIn(in)), e);
    } finally {
      release(target, in);
    }
  }

  @SuppressWarnings("NullAway") // CORBA: the stream is null if there was no answer.
  private static void release(ObjectImpl target, @Nullable InputStream in) {
    target._releaseReply(in);
  }

  private static String reasonIn(InputStream in) {
    String type = in.read_string();
    return type.equals(Contract.REFUSED) ? in.read_string() : type;
  }
}
