package dev.flotilla.bench.harness.locks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.flotilla.CommandContext;
import dev.flotilla.EndedSession;
import dev.flotilla.Rejected;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

class LockTableTest {
  private static final int LAST = LockTable.LOCKS - 1;

  private final LockTable table = new LockTable();
  private long index = 10;
  private long timeMillis;

  private LockAnswer send(long session, LockCommand command) throws Rejected {
    index++;
    return table.apply(command, new CommandContext(index, timeMillis, OptionalLong.of(session)));
  }

  @Test
  void aTokenIsTheIndexOfTheCommandThatAcquired() throws Rejected {
    LockAnswer first = send(1, new LockCommand.Exclusive(LAST, 5));
    assertThat(first).isEqualTo(new LockAnswer(true, 11, 5_000, 1));
    assertThat(send(2, new LockCommand.Exclusive(LAST, 5)).done()).isFalse();
    assertThat(send(1, new LockCommand.Release(LAST)).done()).isTrue();
    assertThat(send(2, new LockCommand.Exclusive(LAST, 5)).token()).isEqualTo(14);
  }

  @Test
  void readersShareAndKeepAWriterOut() throws Rejected {
    send(1, new LockCommand.Shared(7, 5));
    assertThat(send(2, new LockCommand.Shared(7, 5)).holders()).isEqualTo(2);
    assertThat(send(3, new LockCommand.Exclusive(7, 5)).done()).isFalse();
    send(1, new LockCommand.Release(7));
    assertThat(send(3, new LockCommand.Exclusive(7, 5)).done()).isFalse();
    send(2, new LockCommand.Release(7));
    assertThat(send(3, new LockCommand.Exclusive(7, 5)).done()).isTrue();
    assertThat(send(1, new LockCommand.Shared(7, 5)).done()).isFalse();
  }

  @Test
  void aLeaseEndsByLogTimeOnly() throws Rejected {
    send(1, new LockCommand.Exclusive(7, 5));
    timeMillis = 4_999;
    assertThat(send(2, new LockCommand.Exclusive(7, 5)).done()).isFalse();
    timeMillis = 5_000;
    assertThat(send(1, new LockCommand.Renew(7, 5)).done()).isFalse();
    assertThat(send(2, new LockCommand.Exclusive(7, 5)).done()).isTrue();
    assertThat(send(1, new LockCommand.Release(7)).done()).isFalse();
  }

  @Test
  void aRenewedLeaseKeepsItsTokenAndIsNeverShorter() throws Rejected {
    long token = send(1, new LockCommand.Exclusive(7, 5)).token();
    timeMillis = 1_000;
    assertThat(send(1, new LockCommand.Renew(7, 1)).expiresMillis()).isEqualTo(5_000);
    assertThat(send(1, new LockCommand.Renew(7, 9)))
        .isEqualTo(new LockAnswer(true, token, 10_000, 1));
  }

  @Test
  void theEndOfASessionReleasesItsLocks() throws Rejected {
    send(1, new LockCommand.Exclusive(7, 255));
    send(1, new LockCommand.Shared(8, 255));
    send(2, new LockCommand.Shared(8, 255));
    table.sessionEnded(new EndedSession(1, ++index, timeMillis));
    table.sessionEnded(new EndedSession(99, ++index, timeMillis));
    assertThat(table.answer(new LockCommand.Look(7))).isEqualTo(new LockAnswer(false, 0, 0, 0));
    assertThat(table.answer(new LockCommand.Look(8)).holders()).isEqualTo(1);
  }

  @Test
  void aCommandWithoutASessionIsRejected() {
    CommandContext bare = new CommandContext(1, 0, OptionalLong.empty());
    assertThatThrownBy(() -> table.apply(new LockCommand.Exclusive(7, 5), bare))
        .isInstanceOf(Rejected.class)
        .hasMessageContaining("held by sessions");
  }

  @Test
  void anImageHoldsAsManyLeasesAsThereMayBe() throws Exception {
    int step = LockTable.LOCKS / LockTable.MAX_LEASES;
    for (int lock = LAST; lock > 0; lock -= step) {
      send(1 + lock % 100, new LockCommand.Exclusive(lock, 255));
    }
    assertThatThrownBy(() -> send(1, new LockCommand.Shared(0, 1)))
        .isInstanceOf(Rejected.class)
        .hasMessageContaining("at most 100000 leases");
    ByteArrayOutputStream file = new ByteArrayOutputStream();
    table.image().writeTo(file);

    LockTable restored = new LockTable();
    restored.restore(new ByteArrayInputStream(file.toByteArray()));
    assertThat(restored.answer(new LockCommand.Look(LAST)))
        .isEqualTo(table.answer(new LockCommand.Look(LAST)))
        .isEqualTo(new LockAnswer(true, 11, 255_000, 1));
  }

  @Test
  void commandsHaveFiveBytes() throws Exception {
    LockCodec codec = new LockCodec();
    LockCommand command = new LockCommand.Exclusive(LAST, 255);
    assertThat(codec.nameOf(command).length() + codec.parametersOf(command).size()).isEqualTo(5);
    assertThat(codec.decode(codec.nameOf(command), codec.parametersOf(command))).isEqualTo(command);
  }
}
