package dev.flotilla.gateway.log;

import dev.flotilla.gateway.http.Field;
import dev.flotilla.gateway.http.Fields;
import dev.flotilla.gateway.http.WholeAnswer;
import dev.flotilla.gateway.http.WholeRequest;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Requests and answers as bytes in the log. */
final class LogRecords {
  private static final int VERSION = 1;
  private static final int MAX_FIELDS = 1_000;

  /**
   * A request with its key.
   *
   * @param request the request
   * @param key its key, if it has one
   */
  record LoggedRequest(WholeRequest request, Optional<RequestKey> key) {}

  private LogRecords() {}

  static byte[] encode(WholeRequest request, Optional<RequestKey> key) {
    return bytes(
        out -> {
          write(out, key.map(RequestKey::name).orElse(""));
          write(out, key.map(RequestKey::fingerprint).orElse(""));
          write(out, request.method());
          write(out, request.target());
          write(out, request.fields());
          write(out, request.body());
        });
  }

  /**
   * Reads a request.
   *
   * @throws IOException if it is of another version, or damaged
   */
  static LoggedRequest request(byte[] bytes) throws IOException {
    DataInputStream in = open(bytes);
    String name = text(in);
    String fingerprint = text(in);
    WholeRequest request = new WholeRequest(text(in), text(in), fields(in), body(in));
    return new LoggedRequest(
        request,
        name.isEmpty() ? Optional.empty() : Optional.of(new RequestKey(name, fingerprint)));
  }

  static byte[] encode(WholeAnswer answer) {
    return bytes(
        out -> {
          out.writeShort(answer.status());
          write(out, answer.reason());
          write(out, answer.fields());
          write(out, answer.body());
        });
  }

  /**
   * Reads an answer.
   *
   * @throws IOException if it is of another version, or damaged
   */
  static WholeAnswer answer(byte[] bytes) throws IOException {
    DataInputStream in = open(bytes);
    return new WholeAnswer(in.readUnsignedShort(), text(in), fields(in), body(in));
  }

  private interface Content {
    void write(DataOutputStream out) throws IOException;
  }

  private static byte[] bytes(Content content) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (DataOutputStream out = new DataOutputStream(bytes)) {
      out.writeByte(VERSION);
      content.write(out);
    } catch (IOException e) {
      throw new UncheckedIOException("an array cannot be written", e);
    }
    return bytes.toByteArray();
  }

  private static DataInputStream open(byte[] bytes) throws IOException {
    DataInputStream in = new DataInputStream(new ByteArrayInputStream(bytes));
    int version = in.readUnsignedByte();
    if (version != VERSION) {
      throw new IOException(
          "a record of version %s in the log; this gateway reads version %s"
              .formatted(version, VERSION));
    }
    return in;
  }

  private static void write(DataOutputStream out, String text) throws IOException {
    write(out, text.getBytes(StandardCharsets.UTF_8));
  }

  private static void write(DataOutputStream out, byte[] bytes) throws IOException {
    out.writeInt(bytes.length);
    out.write(bytes);
  }

  private static void write(DataOutputStream out, Fields fields) throws IOException {
    out.writeShort(fields.all().size());
    for (Field field : fields.all()) {
      write(out, field.name());
      write(out, field.value());
    }
  }

  private static String text(DataInputStream in) throws IOException {
    return new String(body(in), StandardCharsets.UTF_8);
  }

  private static byte[] body(DataInputStream in) throws IOException {
    int size = in.readInt();
    if (size < 0 || size > in.available()) {
      throw new IOException("a record in the log is damaged: a part of %s bytes".formatted(size));
    }
    return in.readNBytes(size);
  }

  private static Fields fields(DataInputStream in) throws IOException {
    int count = in.readUnsignedShort();
    if (count > MAX_FIELDS) {
      throw new IOException("a record in the log is damaged: %s fields".formatted(count));
    }
    List<Field> fields = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      fields.add(new Field(text(in), text(in)));
    }
    return new Fields(fields);
  }
}
