package dev.flotilla.order.live;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.flotilla.raft.model.Bytes;
import java.nio.ByteBuffer;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FileJournalTest {
  @TempDir private Path directory;

  @Test
  void recordsFollowEachOtherWithTheirLengths() throws Exception {
    try (FileJournal journal = FileJournal.create(directory.resolve("new"), 4)) {
      journal.force(() -> Bytes.utf8("one"));
      journal.force(() -> Bytes.utf8("second"));
    }
    byte[] expected =
        ByteBuffer.allocate(17)
            .putInt(3)
            .put(Bytes.utf8("one").toArray())
            .putInt(6)
            .put(Bytes.utf8("second").toArray())
            .array();
    assertThat(Files.readAllBytes(directory.resolve("new/raft-4.log"))).isEqualTo(expected);
  }

  @Test
  void theJournalOfAnotherRunIsKept() throws Exception {
    FileJournal.create(directory, 0).close();
    assertThatThrownBy(() -> FileJournal.create(directory, 0))
        .isInstanceOf(FileAlreadyExistsException.class);
  }
}
