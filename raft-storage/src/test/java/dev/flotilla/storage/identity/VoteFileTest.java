package dev.flotilla.storage.identity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.flotilla.raft.model.Incarnation;
import dev.flotilla.raft.model.Member;
import dev.flotilla.raft.model.NodeId;
import dev.flotilla.raft.model.TermAndVote;
import dev.flotilla.storage.DamagedLog;
import dev.flotilla.storage.disk.MemoryDisk;
import java.io.IOException;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class VoteFileTest {
  private static final Member ANNA = member(1);
  private static final Member BERT = member(2);
  private static final int SLOT_BYTES = 4096;
  private static final int USED_BYTES = 53;

  private final MemoryDisk disk = new MemoryDisk();

  @Test
  void aServerThatNeverVotedStartsInTermZero() throws IOException {
    try (VoteFile votes = VoteFile.open(disk)) {
      assertThat(votes.current()).isEqualTo(TermAndVote.INITIAL);
    }
  }

  @Test
  void aSavedVoteSurvivesAPowerCut() throws IOException {
    VoteFile votes = VoteFile.open(disk);
    for (int term = 1; term <= 5; term++) {
      votes.save(new TermAndVote(term, Optional.empty()));
      votes.save(vote(term, term % 2 == 0 ? ANNA : BERT));
    }
    disk.loseUnsynced();
    try (VoteFile again = VoteFile.open(disk)) {
      assertThat(again.current()).isEqualTo(vote(5, BERT));
    }
  }

  @Test
  void oneRottenSlotLosesNothingAndIsRepaired() throws IOException {
    for (int slot = 0; slot < 2; slot++) {
      for (int offset = 0; offset < USED_BYTES; offset++) {
        MemoryDisk rotten = voted();
        rotten.flip("vote", slot * SLOT_BYTES + offset, 1);
        VoteFile.open(rotten).close();
        rotten.flip("vote", (1 - slot) * SLOT_BYTES + offset, 1);
        try (VoteFile again = VoteFile.open(rotten)) {
          assertThat(again.current()).isEqualTo(vote(7, ANNA));
        }
      }
    }
  }

  @Test
  void twoRottenSlotsAreDamageAndStayAsTheyAre() throws IOException {
    MemoryDisk rotten = voted();
    rotten.flip("vote", 10, 1);
    rotten.flip("vote", SLOT_BYTES + 10, 1);
    byte[] before = rotten.bytes("vote");
    assertThatThrownBy(() -> VoteFile.open(rotten))
        .isInstanceOfSatisfying(
            DamagedLog.class, damage -> assertThat(damage.file()).isEqualTo("vote"));
    assertThat(rotten.bytes("vote")).isEqualTo(before);
  }

  @Test
  void aBlankedOrTruncatedFileIsDamage() throws IOException {
    for (byte[] content : new byte[][] {new byte[2 * SLOT_BYTES], new byte[0]}) {
      MemoryDisk blank = voted();
      blank.put("vote", content);
      assertThatThrownBy(() -> VoteFile.open(blank)).isInstanceOf(DamagedLog.class);
    }
  }

  @Test
  void aSaveCutShortAnywhereLeavesTheOldVoteOrTheNew() throws IOException {
    for (MemoryDisk.Loss loss : MemoryDisk.Loss.values()) {
      for (int seed = 0; seed < 80; seed++) {
        MemoryDisk cut = voted();
        VoteFile votes = VoteFile.open(cut);
        cut.stopAfter(seed % 4);
        assertThatThrownBy(() -> votes.save(vote(8, BERT))).hasMessageContaining("planted");
        cut.lose(loss, new SplittableRandom(seed));
        try (VoteFile again = VoteFile.open(cut)) {
          assertThat(again.current()).as("seed " + seed).isIn(vote(7, ANNA), vote(8, BERT));
        }
      }
    }
  }

  @Test
  void aVoteNeverGoesBackAndIsNeverChangedWithinATerm() throws IOException {
    try (VoteFile votes = VoteFile.open(disk)) {
      votes.save(vote(7, ANNA));
      votes.save(vote(7, ANNA));
      assertRefused(votes, vote(6, ANNA));
      assertRefused(votes, vote(7, BERT));
      assertRefused(votes, new TermAndVote(7, Optional.empty()));
      assertThat(votes.current()).isEqualTo(vote(7, ANNA));
    }
  }

  @Test
  void afterAFailedSaveNothingMoreIsTried() throws IOException {
    try (VoteFile votes = VoteFile.open(disk)) {
      disk.plant(MemoryDisk.Force.FAILS);
      assertThatThrownBy(() -> votes.save(vote(1, ANNA))).isInstanceOf(IOException.class);
      disk.plant(MemoryDisk.Force.WORKS);
      assertThatThrownBy(() -> votes.save(vote(2, ANNA))).hasMessageContaining("earlier");
    }
  }

  @Test
  void whatAFailedForceLeftInTheCacheOnlyIsWrittenAgainBeforeItCounts() throws IOException {
    VoteFile votes = VoteFile.open(disk);
    disk.plant(MemoryDisk.Force.FAILS);
    assertThatThrownBy(() -> votes.save(vote(1, ANNA))).hasMessageContaining("planted");
    disk.plant(MemoryDisk.Force.WORKS);
    disk.killProcess();
    assertThat(VoteFile.open(disk).current()).isEqualTo(vote(1, ANNA));
    disk.loseUnsynced();
    assertThat(VoteFile.open(disk).current()).isEqualTo(vote(1, ANNA));
  }

  @Test
  void aForceThatDoesNothingIsNoticedByAPowerCut() throws IOException {
    VoteFile votes = VoteFile.open(disk);
    disk.plant(MemoryDisk.Force.DOES_NOTHING);
    votes.save(vote(1, ANNA));
    disk.loseUnsynced();
    try (VoteFile again = VoteFile.open(disk)) {
      assertThat(again.current()).isNotEqualTo(vote(1, ANNA));
    }
  }

  private static void assertRefused(VoteFile votes, TermAndVote next) {
    assertThatThrownBy(() -> votes.save(next)).isInstanceOf(IllegalArgumentException.class);
  }

  private static MemoryDisk voted() throws IOException {
    MemoryDisk disk = new MemoryDisk();
    try (VoteFile votes = VoteFile.open(disk)) {
      votes.save(vote(6, BERT));
      votes.save(vote(7, ANNA));
    }
    return disk.copy();
  }

  private static TermAndVote vote(long term, Member member) {
    return new TermAndVote(term, Optional.of(member));
  }

  private static Member member(long number) {
    return new Member(new NodeId(new UUID(number, number)), new Incarnation(number, number));
  }
}
