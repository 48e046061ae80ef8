package dev.flotilla.systemtests.storage;

import dev.flotilla.systemtests.Trees;
import dev.flotilla.systemtests.storage.Trial.Ending.Kind;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.zip.CRC32C;

/**
 * Harms of which it is known what must come, so that the trial itself is tried. Of most no checksum
 * can notice anything, since the checksums are made to fit: what a server without them would not
 * notice of other harm. The trial must find it out, or it proves nothing.
 *
 * <p>Knows the form of records, mark and vote from {@code RecordFormat}, {@code ForcedMark} and
 * {@code VoteFile}.
 */
enum Control implements Trial.Harm {
  /** Nothing at all. */
  NONE("no harm at all", Kind.BORNE, "") {
    @Override
    public void strike(Path directory) {}
  },
  /** One file is struck, and another, in the opinion of the trial, which must miss its name. */
  MISNAMED("a refusal that names another file than the one that was struck", Kind.WRONG, "vote") {
    @Override
    public void strike(Path directory) throws IOException {
      new Flip("identity.properties", A_BYTE, 1).strike(directory);
    }
  },
  /** Another command stands in the log. */
  CHANGED_COMMAND("a changed command, its checksum made to fit", Kind.WRONG, "") {
    @Override
    public void strike(Path directory) throws IOException {
      Segment last = Segment.last(directory);
      int start = last.starts.get(last.starts.size() - CUT_RECORDS);
      int end = start + last.bytes.getInt(start + LENGTH);
      last.bytes.put(end - 1, (byte) '8');
      last.seal(start);
      last.write();
    }
  },

  /** The last commands are gone, and the mark says that there never were any. */
  SHORTENED_LOG("a shortened log, its mark made to fit", Kind.WRONG, "") {
    @Override
    public void strike(Path directory) throws IOException {
      Segment last = Segment.last(directory);
      int from = last.starts.get(last.starts.size() - CUT_RECORDS);
      int lastKept = last.starts.get(last.starts.size() - CUT_RECORDS - 1);
      for (int at = from; at < last.bytes.capacity(); at++) {
        last.bytes.put(at, (byte) 0);
      }
      last.write();
      Files.write(
          directory.resolve("log-mark"),
          mark(last.bytes.getLong(lastKept + BATCH), last.number, from));
      // Otherwise the journal may know better.
      Trees.delete(directory.resolve("machine"));
    }
  },

  /** The term is known, and not for whom the server has voted in it: it might vote once more. */
  FORGOTTEN_VOTE(
      "a vote that is gone and its term kept, the checksums made to fit", Kind.WRONG, "") {
    @Override
    public void strike(Path directory) throws IOException {
      Path file = directory.resolve("vote");
      ByteBuffer slots = ByteBuffer.wrap(Files.readAllBytes(file));
      for (int slot = 0; slot < slots.capacity(); slot += SLOT) {
        slots.put(slot + VOTED, new byte[SLOT_END - VOTED]);
        CRC32C crc = new CRC32C();
        crc.update(slots.array(), slot + Integer.BYTES, SLOT_END - Integer.BYTES);
        slots.putInt(slot, (int) crc.getValue());
      }
      Files.write(file, slots.array());
    }
  };

  private static final int LENGTH = 4;
  private static final int BATCH = 8;
  private static final int CUT_RECORDS = 20;

  /** A vote's checksum, number, term, whether there is one, and whose it is. */
  private static final int SLOT = 4096;

  private static final int VOTED = Integer.BYTES + 2 * Long.BYTES;
  private static final int SLOT_END = VOTED + 1 + 4 * Long.BYTES;

  private static final int A_BYTE = 90;

  private final String text;
  private final Kind kind;
  private final String file;

  Control(String text, Kind kind, String file) {
    this.text = text;
    this.kind = kind;
    this.file = file;
  }

  /** What must come of it. */
  Kind kind() {
    return kind;
  }

  @Override
  public String file() {
    return file;
  }

  @Override
  public String toString() {
    return text;
  }

  private static byte[] mark(long batch, long segment, int end) {
    ByteBuffer mark = ByteBuffer.allocate(Integer.BYTES + 2 * Long.BYTES + Integer.BYTES);
    mark.putInt(0).putLong(batch).putLong(segment).putInt(end);
    CRC32C crc = new CRC32C();
    crc.update(mark.array(), Integer.BYTES, mark.capacity() - Integer.BYTES);
    return mark.putInt(0, (int) crc.getValue()).array();
  }

  /** The last segment that is in use. */
  private static final class Segment {
    private final Path file;
    private final long number;
    private final long key;
    private final ByteBuffer bytes;
    private final List<Integer> starts = new ArrayList<>();

    private Segment(Path file, long number, long key) throws IOException {
      this.file = file;
      this.number = number;
      this.key = key;
      bytes = ByteBuffer.wrap(Files.readAllBytes(file));
      int at = 0;
      while (at + BATCH < bytes.capacity() && bytes.getInt(at + LENGTH) > 0) {
        starts.add(at);
        at += bytes.getInt(at + LENGTH);
      }
    }

    static Segment last(Path directory) throws IOException {
      ByteBuffer mark = ByteBuffer.wrap(Files.readAllBytes(directory.resolve("log-mark")));
      long number = mark.getLong(Integer.BYTES + Long.BYTES);
      Segment last = new Segment(file(directory, number), number, keyOf(directory));
      if (last.starts.size() <= CUT_RECORDS + 1) {
        throw new IOException("too few records in " + last.file);
      }
      return last;
    }

    private static Path file(Path directory, long number) {
      return directory.resolve(String.format(Locale.ROOT, "log-%010d", number));
    }

    private static long keyOf(Path directory) throws IOException {
      String name = "log-key=";
      return Files.readAllLines(directory.resolve("identity.properties"), StandardCharsets.UTF_8)
          .stream()
          .filter(line -> line.startsWith(name))
          .map(line -> Long.parseUnsignedLong(line.substring(name.length()), 16))
          .findFirst()
          .orElseThrow();
    }

    void seal(int start) {
      CRC32C crc = new CRC32C();
      crc.update(ByteBuffer.allocate(Long.BYTES).putLong(0, key));
      crc.update(bytes.array(), start + LENGTH, bytes.getInt(start + LENGTH) - LENGTH);
      bytes.putInt(start, (int) crc.getValue());
    }

    void write() throws IOException {
      Files.write(file, bytes.array());
    }
  }
}
