package dev.flotilla.raftdpws;

import dev.flotilla.storage.disk.Disk;
import dev.flotilla.storage.disk.DiskFile;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The file {@code instance} of a data directory: the InstanceId of the last start, so that the next
 * is higher even if the clock was set back (WS-Discovery 1.1, section 7). A device with a lower one
 * is not heard by those who know it.
 *
 * <p>A convenience: nothing is forced, what makes no sense is passed over, and a file that cannot
 * be read or written is only logged. One thread at a time; blocks on the disk.
 */
final class InstanceFile {
  private static final Logger LOG = LoggerFactory.getLogger(InstanceFile.class);
  private static final String NAME = "instance";
  private static final String NEW_NAME = NAME + ".new";
  private static final int MAX_BYTES = 20;

  /** InstanceId is an unsigned int. */
  private static final long MAX = 0xFFFF_FFFFL;

  private final Disk disk;

  InstanceFile(Disk disk) {
    this.disk = disk;
  }

  /** The InstanceId of this start: the time in seconds, or more than that of the last start. */
  long next(long nowSeconds) {
    long last = last();
    long next = last < MAX ? Math.max(nowSeconds, last + 1) : nowSeconds;
    write(next);
    return next;
  }

  private long last() {
    try {
      if (!disk.list().contains(NAME)) {
        return 0;
      }
      try (DiskFile file = disk.open(NAME)) {
        ByteBuffer bytes = ByteBuffer.allocate((int) Math.min(MAX_BYTES, file.size()));
        file.read(bytes, 0);
        String text = StandardCharsets.UTF_8.decode(bytes.flip()).toString().strip();
        return Math.min(MAX, Long.parseUnsignedLong(text));
      }
    } catch (IOException | NumberFormatException e) {
      LOG.warn("The last InstanceId could not be read from {}: {}", disk.location(), e.toString());
      return 0;
    }
  }

  private void write(long instance) {
    try {
      disk.delete(NEW_NAME);
      try (DiskFile file = disk.create(NEW_NAME)) {
        file.write(StandardCharsets.UTF_8.encode(instance + "\n"), 0);
      }
      disk.replace(NEW_NAME, NAME);
    } catch (IOException e) {
      LOG.warn("The InstanceId could not be written to {}: {}", disk.location(), e.toString());
    }
  }
}
