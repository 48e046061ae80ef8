package dev.flotilla.storage.snapshot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.flotilla.raft.model.Configuration;
import dev.flotilla.raft.model.Incarnation;
import dev.flotilla.raft.model.LogPosition;
import dev.flotilla.raft.model.Member;
import dev.flotilla.raft.model.NodeId;
import dev.flotilla.raft.model.SnapshotMetadata;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class SnapshotFormatTest {
  private static final long KEY = 7;
  private static final Member A = member(1);
  private static final Member B = member(2);
  private static final SnapshotMetadata METADATA =
      new SnapshotMetadata(
          new LogPosition(300, 7),
          12,
          Configuration.of(List.of(A, B), List.of(), List.of(B)),
          1,
          4_096,
          99);

  @Test
  void metadataAreReadAsTheyWereWritten() throws IOException {
    assertThat(SnapshotFormat.metadata(written())).isEqualTo(METADATA);
  }

  @Test
  void aCountOfMembersThatCannotBeIsRefused() {
    for (int count : new int[] {-1, 3, Integer.MAX_VALUE}) {
      ByteBuffer metadata = written();
      int witnessCount = metadata.limit() - 4 * Long.BYTES - Integer.BYTES;
      metadata.putInt(witnessCount, count);

      assertThatThrownBy(() -> SnapshotFormat.metadata(metadata)).isInstanceOf(IOException.class);
    }
  }

  private static ByteBuffer written() {
    ByteBuffer header = SnapshotFormat.header(METADATA, KEY);
    return header.slice(
        SnapshotFormat.HEADER_BYTES, SnapshotFormat.metadataBytes(header.duplicate()));
  }

  private static Member member(int number) {
    return new Member(new NodeId(new UUID(0, number)), new Incarnation(1, number));
  }
}
