package dev.flotilla.node;

import static org.assertj.core.api.Assertions.assertThat;

import dev.flotilla.node.statemachine.Committed;
import dev.flotilla.node.statemachine.CommittedCommand;
import dev.flotilla.node.statemachine.SessionEnd;
import dev.flotilla.raft.model.ActivateVersion;
import dev.flotilla.raft.model.Bytes;
import dev.flotilla.raft.model.Command;
import dev.flotilla.raft.model.Entry;
import dev.flotilla.raft.model.LogPosition;
import dev.flotilla.raft.model.OpenSession;
import dev.flotilla.raft.model.Payload;
import dev.flotilla.raft.model.ProtocolVersions;
import dev.flotilla.raft.model.SessionTag;
import dev.flotilla.testing.Sample;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Machines get the same ends of sessions at the same places of the log, each once. */
class SessionEndsTest {
  private static final int ENTRIES = 3000;
  private static final long IDLE_MILLIS = SessionsMember.BOUNDS.idleMillis();

  private final List<Entry> log = new ArrayList<>();
  private long timeMillis;

  private long append(Payload payload) {
    long index = log.size() + 1L;
    log.add(new Entry(new LogPosition(index, 1), timeMillis, payload));
    return index;
  }

  private void activate(int version) {
    append(new ActivateVersion(version));
  }

  private static Command in(long session, long sequence) {
    return new Command("u" + session + "-" + sequence, "put", Bytes.EMPTY)
        .in(new SessionTag(session, sequence, sequence));
  }

  private SessionsMember applied() {
    SessionsMember member = new SessionsMember(log, new SplittableRandom(1));
    member.applyBatch(log.size());
    return member;
  }

  private SessionEnd end(long index, long session) {
    return new SessionEnd(new LogPosition(index, 1), timeMillis, session);
  }

  private CommittedCommand command(long index) {
    Entry entry = log.get((int) index - 1);
    // The first version of the commands is active.
    return new CommittedCommand(entry.position(), entry.timeMillis(), (Command) entry.payload(), 1);
  }

  @Test
  void commandsCarryIndexLogTimeAndSession() {
    activate(ProtocolVersions.SESSION_ENDS);
    timeMillis = 17;
    long session = append(new OpenSession("a"));
    timeMillis = 25;
    append(in(session, 1));
    append(new Command("bare", "put", Bytes.EMPTY));

    List<Committed> told = applied().told();

    assertThat(told).containsExactly(command(3), command(4));
    assertThat(told).extracting(Committed::timeMillis).containsExactly(25L, 25L);
    assertThat(((CommittedCommand) told.get(0)).session()).hasValue(session);
    assertThat(((CommittedCommand) told.get(1)).session()).isEmpty();
  }

  @Test
  void aSessionEndsBeforeTheCommandOfTheEntryThatEndsIt() {
    activate(ProtocolVersions.SESSION_ENDS);
    long left = append(new OpenSession("left"));
    append(in(left, 1));
    timeMillis += IDLE_MILLIS;
    long used = append(new OpenSession("used"));
    timeMillis++;
    long index = append(in(used, 1));

    assertThat(applied().told()).containsExactly(command(3), end(index, left), command(index));
  }

  @Test
  void anEntryThatExecutesNothingEndsSessions() {
    activate(ProtocolVersions.SESSION_ENDS);
    long first = append(new OpenSession("first"));
    long second = append(new OpenSession("second"));
    timeMillis += IDLE_MILLIS + 1;
    long index = append(in(first, 1));

    assertThat(applied().told()).containsExactly(end(index, first), end(index, second));
  }

  @Test
  void aSessionThatMakesRoomEnds() {
    activate(ProtocolVersions.SESSION_ENDS);
    long first = append(new OpenSession("s0"));
    for (int i = 1; i < SessionsMember.BOUNDS.maxSessions(); i++) {
      append(new OpenSession("s" + i));
    }
    timeMillis += SessionsMember.BOUNDS.crowdedIdleMillis() + 1;
    long index = append(new OpenSession("more"));

    assertThat(applied().told()).containsExactly(end(index, first));
  }

  @Test
  void beforeTheVersionThatBringsThemNoEndIsTold() {
    activate(ProtocolVersions.CROWDED_SESSIONS);
    append(new OpenSession("early"));
    timeMillis += IDLE_MILLIS + 1;
    long late = append(new OpenSession("late"));
    activate(ProtocolVersions.SESSION_ENDS);
    timeMillis += IDLE_MILLIS + 1;
    long index = append(new OpenSession("latest"));

    assertThat(applied().told()).containsExactly(end(index, late));
  }

  @Tag("slow")
  static LongStream seeds() {
    return LongStream.rangeClosed(1, Sample.of(10, 3));
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void membersThatRestartAreToldTheSame(long seed) throws IOException {
    SplittableRandom random = new SplittableRandom(seed);
    drawLog(random);
    SessionsMember steady = new SessionsMember(log, random.split());
    while (steady.applied() < ENTRIES) {
      steady.applyBatch(1);
    }
    SessionsMember restarted = new SessionsMember(log, random.split());
    SessionsMember restored = new SessionsMember(log, random.split());
    while (restarted.applied() < ENTRIES) {
      restarted.applyBatch(1 + random.nextInt(25));
      switch (random.nextInt(8)) {
        case 0 -> restarted.takeSnapshot();
        case 1, 2 -> restarted.restart();
        case 3 -> restored.restoreFrom(restarted);
        default -> restored.applyBatch(1 + random.nextInt(10));
      }
    }
    restored.applyBatch(ENTRIES);

    assertThat(restarted.told()).as("seed " + seed).isEqualTo(steady.told());
    assertThat(restored.told()).as("seed " + seed).isEqualTo(steady.told());
    assertThat(steady.told().stream().filter(SessionEnd.class::isInstance).count())
        .as("ends that were told")
        .isGreaterThan(20);
    assertThat(steady.told().stream().filter(SessionEnd.class::isInstance).distinct().count())
        .isEqualTo(steady.told().stream().filter(SessionEnd.class::isInstance).count());
  }

  private void drawLog(SplittableRandom random) {
    List<Long> opened = new ArrayList<>(List.of(1L));
    for (int i = 1; i <= ENTRIES; i++) {
      timeMillis += random.nextInt(10) == 0 ? random.nextInt(150) : random.nextInt(3);
      if (i == ENTRIES / 10) {
        activate(ProtocolVersions.SESSION_ENDS);
      } else if (random.nextInt(5) == 0) {
        opened.add(append(new OpenSession("s" + random.nextInt(8))));
      } else if (random.nextInt(4) == 0) {
        append(new Command("u" + random.nextInt(60), "put", Bytes.EMPTY));
      } else {
        int back = Math.min(opened.size(), 1 + random.nextInt(8));
        append(in(opened.get(opened.size() - back), 1 + i / 10));
      }
    }
  }
}
