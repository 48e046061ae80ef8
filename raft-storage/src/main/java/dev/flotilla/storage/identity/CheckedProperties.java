package dev.flotilla.storage.identity;

import dev.flotilla.storage.disk.Disk;
import dev.flotilla.storage.disk.DiskFile;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.zip.CRC32C;

/**
 * A small text file of {@code key=value} lines in UTF-8 that ends with a checksum, readable for
 * people and replaced in one step. One thread at a time.
 */
final class CheckedProperties {
  private static final int MAX_BYTES = 1024 * 1024;
  private static final String CHECKSUM = "checksum=";
  private static final String HEADING =
      "# Written by a Flotilla server. A change by hand is taken for damage.\n";

  private final Disk disk;
  private final String name;

  CheckedProperties(Disk disk, String name) {
    this.disk = disk;
    this.name = name;
  }

  String name() {
    return name;
  }

  /** What {@link #write} leaves behind when it is cut short. */
  String temporaryName() {
    return name + ".new";
  }

  /** Whether there is one. */
  boolean exists() throws IOException {
    return disk.list().contains(name);
  }

  /**
   * What the file holds.
   *
   * @throws Damaged if the checksum does not fit
   */
  Map<String, String> read() throws IOException {
    String text = content();
    int end = text.lastIndexOf(CHECKSUM);
    Map<String, String> values = parse(text);
    if (end < 0
        || !text.substring(end).equals(CHECKSUM + checksum(text.substring(0, end)) + "\n")) {
      throw new Damaged(name, values);
    }
    return values;
  }

  /** Keeps what the file holds under another name, too; durable when this returns. */
  void copyTo(String target) throws IOException {
    disk.delete(target);
    try (DiskFile file = disk.create(target)) {
      file.write(StandardCharsets.UTF_8.encode(content()), 0);
      file.force();
    }
    disk.sync();
  }

  /** Replaces the file; the new one is durable when this returns. */
  void write(Map<String, String> values) throws IOException {
    StringBuilder text = new StringBuilder(HEADING);
    values.forEach((key, value) -> text.append(key).append('=').append(escape(value)).append('\n'));
    String checksum = checksum(text.toString());
    text.append(CHECKSUM).append(checksum).append('\n');
    disk.delete(temporaryName());
    try (DiskFile file = disk.create(temporaryName())) {
      file.write(StandardCharsets.UTF_8.encode(text.toString()), 0);
      file.force();
    }
    disk.replace(temporaryName(), name);
    disk.sync();
  }

  private String content() throws IOException {
    try (DiskFile file = disk.open(name)) {
      ByteBuffer bytes = ByteBuffer.allocate((int) Math.min(MAX_BYTES, file.size()));
      file.read(bytes, 0);
      return StandardCharsets.UTF_8.decode(bytes.flip()).toString();
    }
  }

  private static Map<String, String> parse(String text) {
    Map<String, String> values = new LinkedHashMap<>();
    for (String line : text.split("\n", -1)) {
      int equals = line.indexOf('=');
      if (!line.startsWith("#") && !line.startsWith(CHECKSUM) && equals > 0) {
        values.put(line.substring(0, equals), unescape(line.substring(equals + 1)));
      }
    }
    return values;
  }

  private static String escape(String value) {
    return value.replace("\\", "\\\\").replace("\n", "\\n").replace("\r", "\\r");
  }

  private static String unescape(String value) {
    StringBuilder text = new StringBuilder(value.length());
    for (int i = 0; i < value.length(); i++) {
      char c = value.charAt(i);
      if (c == '\\' && i + 1 < value.length()) {
        i++;
        char escaped = value.charAt(i);
        c = escaped == 'n' ? '\n' : escaped == 'r' ? '\r' : escaped;
      }
      text.append(c);
    }
    return text.toString();
  }

  private static String checksum(String text) {
    CRC32C crc = new CRC32C();
    crc.update(text.getBytes(StandardCharsets.UTF_8));
    return String.format("%08x", crc.getValue());
  }

  /** The checksum does not fit. */
  static final class Damaged extends IOException {
    private static final long serialVersionUID = 1L;

    private final transient Map<String, String> values;

    private Damaged(String name, Map<String, String> values) {
      super("the checksum of '" + name + "' does not fit");
      this.values = values;
    }

    /** What the file seems to say. */
    String doubtful(String key) {
      return values.getOrDefault(key, "");
    }
  }
}
