package dev.flotilla.dpws.eventing;

import dev.flotilla.dpws.http.client.SoapCaller;
import dev.flotilla.dpws.soap.EmptyBody;
import dev.flotilla.dpws.soap.Operation;
import dev.flotilla.dpws.xml.XmlWriter;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.time.Duration;
import java.util.concurrent.CompletionStage;

/**
 * An event on its way to sinks.
 *
 * @param notification the message that carries it
 * @param event what has happened
 * @param bytes how large it is on the wire, without headers
 */
record QueuedEvent<T>(Operation<T, EmptyBody> notification, T event, int bytes) {
  /**
   * An event that can be sent.
   *
   * @throws IllegalArgumentException if it cannot be written as XML
   */
  static <T> QueuedEvent<T> of(Operation<T, EmptyBody> notification, T event) {
    ByteBuf out = Unpooled.buffer();
    XmlWriter xml = XmlWriter.on(out);
    notification.requestWriter().write(event, xml);
    xml.flush();
    return new QueuedEvent<>(notification, event, out.readableBytes());
  }

  CompletionStage<EmptyBody> sendTo(EventTarget target, SoapCaller caller, Duration timeout) {
    return caller.call(target.url(), target.reference(), notification, event, timeout);
  }
}
