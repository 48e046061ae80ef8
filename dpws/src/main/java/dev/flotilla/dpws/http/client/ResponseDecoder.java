package dev.flotilla.dpws.http.client;

import dev.flotilla.dpws.http.message.HttpException;
import dev.flotilla.dpws.http.message.MessageHeads;
import dev.flotilla.dpws.http.message.MessageInput;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.handler.codec.http.HttpMessage;
import io.netty.handler.codec.http.HttpResponseDecoder;
import io.netty.handler.codec.http.LastHttpContent;
import java.util.List;

/**
 * Netty's decoder of responses, called part by part instead of by a pipeline. On its connection's
 * event loop.
 */
final class ResponseDecoder extends HttpResponseDecoder implements MessageInput.Decoder {
  private boolean insideMessage;

  ResponseDecoder(int maxHeadBytes) {
    super(MessageHeads.strict(maxHeadBytes));
  }

  @Override
  public boolean isInsideMessage() {
    return insideMessage;
  }

  @Override
  public void decodeNext(ByteBuf in, List<Object> parts) throws HttpException {
    try {
      decode(null, in, parts); // The context would be that of a pipeline, and is not used.
    } catch (RuntimeException e) {
      throw e;
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
    insideMessage &= parts.isEmpty() || !(parts.get(parts.size() - 1) instanceof LastHttpContent);
  }

  @Override
  public void decodeEnd(List<Object> parts) throws HttpException {
    try {
      decodeLast(null, Unpooled.EMPTY_BUFFER, parts);
    } catch (RuntimeException e) {
      throw e;
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }

  @Override
  public void skipContent() {
    reset();
    insideMessage = false;
  }

  @Override
  protected HttpMessage createMessage(String[] startLine) {
    insideMessage = true;
    return super.createMessage(startLine);
  }
}
