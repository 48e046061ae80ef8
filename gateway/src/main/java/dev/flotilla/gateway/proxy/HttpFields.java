package dev.flotilla.gateway.proxy;

import dev.flotilla.gateway.http.Field;
import dev.flotilla.gateway.http.Fields;
import io.netty.handler.codec.http.DefaultHttpHeadersFactory;
import io.netty.handler.codec.http.HttpHeaders;
import io.netty.util.AsciiString;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;

/** Header fields to and from Netty, byte for byte. */
final class HttpFields {
  private HttpFields() {}

  static HttpHeaders toNetty(Fields fields) {
    HttpHeaders headers = DefaultHttpHeadersFactory.headersFactory().newHeaders();
    for (Field field : fields.all()) {
      headers.add(field.name(), latin1(field.value()));
    }
    return headers;
  }

  static Fields ofNetty(HttpHeaders headers) {
    List<Field> fields = new ArrayList<>();
    for (Iterator<Map.Entry<CharSequence, CharSequence>> i = headers.iteratorCharSequence();
        i.hasNext(); ) {
      Map.Entry<CharSequence, CharSequence> each = i.next();
      fields.add(new Field(each.getKey().toString(), each.getValue().toString()));
    }
    return new Fields(fields);
  }

  /** The length that an answer announces; 0 if it announces none. */
  static long lengthOf(Fields fields) {
    try {
      return fields.first("content-length").map(Long::parseLong).orElse(0L);
    } catch (NumberFormatException e) {
      return 0; // The decoder refuses it.
    }
  }

  /** Netty's encoder would write a question mark for each byte above 127 of a string. */
  private static CharSequence latin1(String value) {
    return value.chars().allMatch(c -> c < 0x80)
        ? value
        : new AsciiString(value.getBytes(StandardCharsets.ISO_8859_1), false);
  }
}
