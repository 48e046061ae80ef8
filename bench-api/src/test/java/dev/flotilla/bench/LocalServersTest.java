package dev.flotilla.bench;

import static org.assertj.core.api.Assertions.assertThatIOException;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LocalServersTest {
  @TempDir private Path directory;

  @Test
  void aFullDiskIsReportedWithItsDirectory() throws Exception {
    try (ChildProcesses children = ChildProcesses.open(directory);
        LocalServers enough = servers(children, new DiskRoom(Long.MAX_VALUE, 0));
        LocalServers tooLittle = servers(children, new DiskRoom(0, Long.MAX_VALUE))) {
      enough.requireRoom();

      assertThatIOException()
          .isThrownBy(tooLittle::requireRoom)
          .withMessageContaining("the disk of " + directory + " has ")
          .withMessageContaining("MB left, but running servers need")
          .withMessageContaining("make room, or use another disk by --out");
    }
  }

  private LocalServers servers(ChildProcesses children, DiskRoom room) {
    return new LocalServers(children, directory, any -> LocalHost.LOOPBACK, room);
  }
}
