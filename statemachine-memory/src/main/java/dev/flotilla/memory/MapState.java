package dev.flotilla.memory;

import dev.flotilla.CommandContext;
import dev.flotilla.Group;
import dev.flotilla.Rejected;
import dev.flotilla.RestorableState;
import dev.flotilla.StateImage;
import dev.flotilla.memory.MapCommand.CompareAndSet;
import dev.flotilla.memory.MapCommand.From;
import dev.flotilla.memory.MapCommand.Get;
import dev.flotilla.memory.MapCommand.Put;
import dev.flotilla.memory.MapCommand.Remove;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.zip.CRC32C;
import java.util.zip.CheckedInputStream;
import java.util.zip.CheckedOutputStream;
import org.jspecify.annotations.Nullable;

/**
 * A map of texts, in memory: for tests, and for settings and other small states.
 *
 * <p><b>Bounds.</b> Those of the constants here, the same on every member; what would go beyond is
 * rejected.
 *
 * <p><b>Durability.</b> That of any {@link RestorableState}: rebuilt at each start from the node's
 * newest snapshot and its log, or from a file by {@link FileSnapshotMachine}.
 */
public final class MapState implements RestorableState<MapCommand, MapAnswer> {
  /** The longest key. */
  public static final int MAX_KEY_CHARS = 1_024;

  /** The longest value. */
  public static final int MAX_VALUE_CHARS = 64 << 10;

  /** The most characters of all keys and values together. */
  public static final int MAX_CHARS = 8 << 20;

  /** The most pairs: of short ones, the heap takes many times their characters. */
  public static final int MAX_PAIRS = 100_000;

  /** The most pairs of one answer. */
  public static final int MAX_PAGE_PAIRS = 1_000;

  /** The most characters of keys and values in one answer: escaped, they still fit into it. */
  public static final int MAX_PAGE_CHARS = 128 << 10;

  private static final long FNV_OFFSET = 0xcbf29ce484222325L;
  private static final long FNV_PRIME = 0x100000001b3L;
  private static final int MAGIC = 0x464d_4150;
  private static final int VERSION = 1;

  private final TreeMap<String, String> pairs = new TreeMap<>();
  private long chars;

  /** The sum of the fingerprints of all pairs, whatever their order. */
  private long fingerprint;

  /** An empty map. */
  public MapState() {}

  /** A group that replicates a map. */
  public static Group<MapCommand, MapAnswer> group(String name) {
    return Group.named(name, MapCommand.class, MapAnswer.class);
  }

  @Override
  public MapAnswer apply(MapCommand command, CommandContext context) throws Rejected {
    if (command instanceof Put put) {
      return set(put.key(), put.value());
    }
    if (command instanceof Remove remove) {
      return set(remove.key(), null);
    }
    CompareAndSet change = (CompareAndSet) command;
    String held = pairs.get(change.key());
    if (!Objects.equals(held, change.expected().orElse(null))) {
      throw new Rejected(held == null ? "it holds nothing" : "it holds something else");
    }
    return set(change.key(), change.next().orElse(null));
  }

  @Override
  public MapAnswer answer(MapCommand query) {
    return query instanceof Get get
        ? new MapAnswer.Held(Optional.ofNullable(pairs.get(get.key())))
        : page(((From) query).from());
  }

  private MapAnswer set(String key, @Nullable String value) throws Rejected {
    requireFit(key, value);
    String before = value == null ? pairs.remove(key) : pairs.put(key, value);
    chars += chars(key, value) - chars(key, before);
    fingerprint += fingerprint(key, value) - fingerprint(key, before);
    return new MapAnswer.Held(Optional.ofNullable(before));
  }

  private void requireFit(String key, @Nullable String value) throws Rejected {
    if (key.isEmpty() || key.length() > MAX_KEY_CHARS) {
      throw new Rejected(
          "a key has 1 to %s characters, not %s".formatted(MAX_KEY_CHARS, key.length()));
    }
    if (value != null && value.length() > MAX_VALUE_CHARS) {
      throw new Rejected(
          "a value has at most %s characters, not %s".formatted(MAX_VALUE_CHARS, value.length()));
    }
    if (chars + chars(key, value) - chars(key, pairs.get(key)) > MAX_CHARS) {
      throw new Rejected("the map is full: it holds at most %s characters".formatted(MAX_CHARS));
    }
    if (value != null && pairs.size() >= MAX_PAIRS && !pairs.containsKey(key)) {
      throw new Rejected("the map is full: it holds at most %s pairs".formatted(MAX_PAIRS));
    }
  }

  @Override
  public OptionalLong fingerprint() {
    return OptionalLong.of(fingerprint);
  }

  /** FNV-1a of 64 bits over the characters of key and value. */
  private static long fingerprint(String key, @Nullable String value) {
    return value == null ? 0 : mixed(mixed(FNV_OFFSET, key), value);
  }

  private static long mixed(long hash, String text) {
    long mixed = (hash ^ text.length()) * FNV_PRIME;
    for (int i = 0; i < text.length(); i++) {
      mixed = (mixed ^ text.charAt(i)) * FNV_PRIME;
    }
    return mixed;
  }

  private static long chars(String key, @Nullable String value) {
    return value == null ? 0 : key.length() + value.length();
  }

  private MapAnswer page(String from) {
    Map<String, String> found = new TreeMap<>();
    long size = 0;
    for (Map.Entry<String, String> each : pairs.tailMap(from).entrySet()) {
      size += chars(each.getKey(), each.getValue());
      boolean isFull = found.size() == MAX_PAGE_PAIRS || size > MAX_PAGE_CHARS;
      if (isFull && !found.isEmpty()) {
        return new MapAnswer.Page(found, Optional.of(each.getKey()));
      }
      found.put(each.getKey(), each.getValue());
    }
    return new MapAnswer.Page(found, Optional.empty());
  }

  /** The same bytes for the same pairs, with a checksum; it takes a copy of the map's tree. */
  @Override
  public StateImage image() {
    Map<String, String> held = new TreeMap<>(pairs);
    return target -> write(held, target);
  }

  private static void write(Map<String, String> held, OutputStream target) throws IOException {
    CheckedOutputStream checked = new CheckedOutputStream(target, new CRC32C());
    DataOutputStream out = new DataOutputStream(checked);
    out.writeInt(MAGIC);
    out.writeInt(VERSION);
    out.writeInt(held.size());
    for (Map.Entry<String, String> each : held.entrySet()) {
      write(out, each.getKey());
      write(out, each.getValue());
    }
    out.writeLong(checked.getChecksum().getValue());
    out.flush();
  }

  /** By characters: any text at all, in one form only. */
  private static void write(DataOutputStream out, String text) throws IOException {
    out.writeInt(text.length());
    out.writeChars(text);
  }

  @Override
  public void restore(InputStream source) throws IOException {
    Map<String, String> read;
    try {
      read = read(source);
    } catch (EOFException e) {
      throw new IOException("the image of the map is cut off", e);
    }
    pairs.clear();
    pairs.putAll(read);
    chars = 0;
    fingerprint = 0;
    read.forEach(
        (key, value) -> {
          chars += chars(key, value);
          fingerprint += fingerprint(key, value);
        });
  }

  private static Map<String, String> read(InputStream source) throws IOException {
    CheckedInputStream checked = new CheckedInputStream(source, new CRC32C());
    DataInputStream in = new DataInputStream(checked);
    int magic = in.readInt();
    int version = in.readInt();
    if (magic != MAGIC || version != VERSION) {
      throw new IOException("this is no image of a map, or of another version of it");
    }
    Map<String, String> read = new TreeMap<>();
    for (int left = in.readInt(); left > 0; left--) {
      String key = readText(in, MAX_KEY_CHARS);
      read.put(key, readText(in, MAX_VALUE_CHARS));
    }
    long checksum = checked.getChecksum().getValue();
    if (in.readLong() != checksum) {
      throw new IOException("the image of the map is damaged");
    }
    return read;
  }

  private static String readText(DataInputStream in, int most) throws IOException {
    int length = in.readInt();
    if (length < 0 || length > most) {
      throw new IOException("the image of the map is damaged: a text of " + length + " characters");
    }
    StringBuilder text = new StringBuilder(length);
    for (int i = 0; i < length; i++) {
      text.append(in.readChar());
    }
    return text.toString();
  }
}
