package dev.flotilla.systemtests.powercuts;

import dev.flotilla.systemtests.Patience;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * A file system of its own. Who made it has mounted it, and unmounts it in the end.
 *
 * @param device the block device
 * @param mount where it is mounted
 */
record MountedDisk(String device, Path mount) {
  private static final Patience UNMOUNT =
      new Patience(Duration.ofSeconds(30), Duration.ofMillis(100));

  /** Reads {@code DEVICE=MOUNT}. */
  static MountedDisk parse(String text) {
    String[] parts = text.split("=", 2);
    if (parts.length != 2) {
      throw new IllegalArgumentException("a disk is DEVICE=MOUNT, not '" + text + "'");
    }
    return new MountedDisk(parts[0], Path.of(parts[1]));
  }

  /**
   * Cuts the power of all of them within milliseconds: what has not reached the device is lost, and
   * every call on a file fails.
   */
  static void cut(List<MountedDisk> disks) throws IOException, InterruptedException {
    List<Process> cuts = new ArrayList<>();
    for (MountedDisk disk : disks) {
      // Without -f: the journal of the file system is not flushed before.
      cuts.add(start("xfs_io", "-x", "-c", "shutdown", disk.mount.toString()));
    }
    for (Process cut : cuts) {
      if (cut.waitFor() != 0) {
        throw new IOException("a file system cannot be shut down; see what xfs_io printed");
      }
    }
  }

  /**
   * Has the file system find a fault in itself, of which it becomes read-only under whoever writes;
   * an ext4 that was made so.
   */
  void becomeReadOnly() throws IOException {
    String name = String.valueOf(Path.of(device).getFileName());
    Files.writeString(Path.of("/sys/fs/ext4", name, "trigger_fs_error"), "by the system test");
  }

  /** Forces everything on it to the device, whoever wrote it. */
  void force() throws IOException, InterruptedException {
    run("sync", "-f", mount.toString());
  }

  /** Power is back: mounts it with what the device has. No process may use it. */
  void comeBack() throws IOException, InterruptedException {
    UNMOUNT.await(
        mount + " cannot be unmounted", () -> start("umount", mount.toString()).waitFor() == 0);
    run("mount", device, mount.toString());
  }

  private static void run(String... command) throws IOException, InterruptedException {
    if (start(command).waitFor() != 0) {
      throw new IOException("this failed: " + String.join(" ", command));
    }
  }

  private static Process start(String... command) throws IOException {
    return new ProcessBuilder(command).inheritIO().start();
  }
}
