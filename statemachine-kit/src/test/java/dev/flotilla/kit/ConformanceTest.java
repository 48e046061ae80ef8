package dev.flotilla.kit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.flotilla.raft.model.Bytes;
import dev.flotilla.testing.Await;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The kit finds nothing wrong with a sound machine, and the fault of each that has one. */
class ConformanceTest {
  /** Of the faults: what a seed draws decides what a case says first. */
  private static final long SEED = 20_261_122;

  private final Place home = Place.current();

  @TempDir private Path directory;

  static List<Planted> planted() {
    return Stream.of(
            Planted.all(),
            PlantedFiles.all(),
            PlantedSnapshots.all(),
            PlantedPlaces.all(),
            PlantedSessions.all(),
            PlantedRejections.all())
        .flatMap(List::stream)
        .toList();
  }

  private static Conformance ofTally(Planted planted) {
    return tally(Conformance.of(planted.machine()));
  }

  private static Conformance tally(Conformance conformance) {
    return conformance
        .commands(Tally::draw)
        .queries(Tally::ask)
        .probes(Tally.PROBES)
        .canonicalSnapshots()
        .checksummedSnapshots();
  }

  @Test
  void aSoundMachineHoldsEveryCase() throws IOException {
    ConformanceReport report = tally(Conformance.of(Tally::new)).check(directory);

    report.assertConforms();
    assertThat(report.notApplicable()).isSubsetOf(ConformanceCase.FILES_ARE_CLOSED);
    assertThat(report.results()).hasSize(ConformanceCase.values().length);
    assertThat(directory).isEmptyDirectory();
  }

  @Test
  void aSoundMachineThatActsOnSessionEndsHoldsEveryCase() throws IOException {
    tally(Conformance.of(SessionTally::new)).inSessions().check(directory).assertConforms();
  }

  @Tag("slow")
  @ParameterizedTest
  @MethodSource("planted")
  void aFaultIsFoundByItsCase(Planted planted) throws IOException {
    assumeTrue(
        planted.caughtBy() != ConformanceCase.FILES_ARE_CLOSED
            || Files.isDirectory(Need.OPEN_FILES_LIST),
        "this system does not list open files");
    ConformanceReport report =
        patient(ofTally(planted), planted).seed(SEED).only(planted.caughtBy()).check(directory);

    assertThat(report.violations())
        .as(report.toString())
        .extracting(CaseResult::tested)
        .containsExactly(planted.caughtBy());
    assertThat(report.toString()).contains(planted.says());
  }

  /** Only what is found by waiting in vain is not waited for: any thread may stand still. */
  private static Conformance patient(Conformance conformance, Planted planted) {
    return planted.says().matches("apply did not return.*|thread '.*' goes on")
        ? conformance.patienceSeconds(1)
        : conformance;
  }

  /** Whatever a case came to; see also {@link #aCaseThatDoesNotEndIsViolatedAndSaysWhereItIs}. */
  @AfterEach
  void theDefaultsOfTheProcessAreAsTheyWere() {
    assertThat(Place.current()).isEqualTo(home);
  }

  @Test
  void everyCaseHasFoundAFault() {
    Set<ConformanceCase> found = EnumSet.of(ConformanceCase.COMMANDS_CAN_BE_SEEN);
    planted().forEach(each -> found.add(each.caughtBy()));
    assertThat(found).containsExactly(ConformanceCase.values());
  }

  @Test
  void thePageTellsHowManyFaultsArePlanted() throws IOException {
    assertThat(Files.readString(Path.of("..", "docs", "testing.md")))
        .contains("each of " + planted().size() + " planted faults");
  }

  @Test
  void probesThatShowNothingAreAFaultOfTheTest() throws IOException {
    ConformanceReport report =
        Conformance.of(Tally::new)
            .commands(Tally::draw)
            .probes(Bytes.utf8("total of nobody"))
            .only(ConformanceCase.COMMANDS_CAN_BE_SEEN)
            .check(directory);

    assertThat(report.conforms()).isFalse();
    assertThat(report.toString()).contains("of 120 commands, 0 changed what the probes");
  }

  @Test
  void casesThatSayNothingAboutAMachineAreNamedWithTheReason() throws IOException {
    ConformanceReport report =
        Conformance.of(MemoryTally::new)
            .commands(Tally::draw)
            .probes(Bytes.EMPTY)
            .inMemory()
            .check(directory);

    report.assertConforms();
    assertThat(report.toString())
        .contains("not applicable  CRASH_BETWEEN_BATCHES: the machine lives in memory")
        .contains("not applicable  SNAPSHOT_HOLDS_STILL: the machine is no RestorableStateMachine")
        .contains("not applicable  FIND_TELLS_WHAT_WAS_EXECUTED: find knows no command")
        .contains("held            RESTART_BETWEEN_BATCHES");
    assertThat(report.notApplicable())
        .contains(ConformanceCase.TORN_FILES, ConformanceCase.SNAPSHOTS_ARE_CANONICAL)
        .doesNotContain(ConformanceCase.STRANGE_COMMANDS_ARE_ANSWERED);
  }

  @Test
  void aViolationSaysWhatWasDemandedAndSeenAndHowToRepeatIt() throws IOException {
    Planted planted = Planted.all().get(0);
    ConformanceReport report =
        ofTally(planted).seed(42).only(ConformanceCase.EMPTY_AT_FIRST).check(directory);

    assertThatThrownBy(report::assertConforms)
        .isInstanceOf(AssertionError.class)
        .hasMessageContaining("VIOLATED        EMPTY_AT_FIRST")
        .hasMessageContaining("demanded: on an empty directory, initialize returns 0")
        .hasMessageContaining("seen:     initialize returned 1 on an empty directory")
        .hasMessageContaining("to repeat: .seed(42L).only(ConformanceCase.EMPTY_AT_FIRST)");
    assertThat(directory.resolve("EMPTY_AT_FIRST")).isDirectory();
  }

  @Test
  void aSeedGivesTheSameRunAgain() throws IOException {
    List<String> fingerprints = new ArrayList<>();
    for (long seed : new long[] {7, 7, 8}) {
      Path own = Files.createDirectory(directory.resolve("run" + fingerprints.size()));
      fingerprints.add(
          tally(Conformance.of(Tally::new))
              .seed(seed)
              .only(ConformanceCase.COMMANDS_CAN_BE_SEEN)
              .check(own)
              .fingerprint());
    }
    // Pinned: what differs between processes would show here.
    assertThat(fingerprints.get(0)).isEqualTo(fingerprints.get(1)).isEqualTo("b8446a00");
    assertThat(fingerprints.get(2)).isNotEqualTo(fingerprints.get(0));
  }

  @Test
  void aMachineThatCannotEvenRunViolatesEveryCaseThatWasAskedFor() throws IOException {
    ConformanceReport report =
        tally(
                Conformance.of(
                    () ->
                        new Tally() {
                          @Override
                          public long initialize(Path home) throws IOException {
                            throw new IOException("no disk");
                          }
                        }))
            .only(ConformanceCase.EMPTY_AT_FIRST, ConformanceCase.CLOSING_TWICE)
            .check(directory);

    assertThat(report.violations()).hasSize(2);
    assertThat(report.toString()).contains("it threw java.io.IOException: no disk");
  }

  @Tag("slow")
  @Test
  void aCaseThatDoesNotEndIsViolatedAndSaysWhereItIs() {
    CountDownLatch never = new CountDownLatch(1);
    AtomicLong millis = new AtomicLong(100);
    Await.until(
        () -> "no case was seen where it is stuck",
        () -> isSeenStuck(Duration.ofMillis(millis.getAndUpdate(it -> 2 * it)), never));
    never.countDown();
  }

  /** A thread that stands still for the time of the case is not there yet. */
  private boolean isSeenStuck(Duration limit, CountDownLatch never) {
    CountDownLatch isElsewhere = new CountDownLatch(1);
    Verdict verdict =
        CaseThread.run(
            "stuck",
            limit,
            () -> {
              Place.ELSEWHERE.settle();
              isElsewhere.countDown();
              never.await();
            });
    assertThat(verdict).isInstanceOf(Verdict.Violated.class);
    boolean isSeen = ((Verdict.Violated) verdict).seen().contains("CountDownLatch.await");
    if (!isSeen) {
      Await.zero(isElsewhere);
      home.settle();
    }
    return isSeen;
  }

  @Test
  void whatIsMissingIsAskedFor() throws IOException {
    assertThatThrownBy(() -> Conformance.of(Tally::new).probes(Tally.PROBES).check(directory))
        .hasMessageContaining("commands(...)");
    assertThatThrownBy(() -> Conformance.of(Tally::new).commands(Tally::draw).check(directory))
        .hasMessageContaining("probes(...)");
    assertThatThrownBy(() -> Conformance.of(Tally::new).commandCount(3))
        .hasMessageContaining("not 3");
    assertThatThrownBy(() -> Conformance.of(Tally::new).patienceSeconds(0))
        .hasMessageContaining("not 0");
    Files.createFile(directory.resolve("here"));
    assertThatThrownBy(() -> tally(Conformance.of(Tally::new)).check(directory))
        .hasMessageContaining("is not empty");
  }
}
