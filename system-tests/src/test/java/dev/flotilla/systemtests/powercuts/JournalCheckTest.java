package dev.flotilla.systemtests.powercuts;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What is wrong with journals is found out, whatever it is. */
class JournalCheckTest {
  private final Ledger ledger = new Ledger();

  @BeforeEach
  void sendThreeAndHearOfTwo() {
    for (String text : List.of("a", "b", "c")) {
      ledger.sends(text);
    }
    ledger.hears("a", 2);
    ledger.hears("b", 3);
  }

  @Test
  void journalsThatHoldWhatWasAcknowledgedAreSound() {
    assertThatCode(check(Set.of(), journal("2 a", "3 b"), journal("2 a", "3 b")))
        .doesNotThrowAnyException();
    assertThatCode(check(Set.of(), journal("2 a", "3 b", "4 c"), journal("2 a", "3 b", "4 c")))
        .as("an unknown outcome may have been executed")
        .doesNotThrowAnyException();
  }

  @Test
  void anAcknowledgedCommandThatOneServerLacksIsNamedWithTheServer() {
    assertThatThrownBy(check(Set.of(), journal("2 a", "3 b"), journal("2 a")))
        .hasMessageContaining("server-2 lacks the acknowledged command 3=b");
    assertThatThrownBy(check(Set.of(), journal("2 a", "3 c"), journal("2 a", "3 c")))
        .hasMessageContaining("server-1 lacks the acknowledged command 3=b, and has there c");
  }

  @Test
  void serversThatDifferAreNamed() {
    assertThatThrownBy(check(Set.of(), journal("2 a", "3 b"), journal("2 a", "3 b", "4 c")))
        .hasMessageContaining("server-1 and server-2 differ");
  }

  @Test
  void whatWasExecutedTwiceOrNeverSentIsNamed() {
    assertThatThrownBy(check(Set.of(), journal("2 a", "3 b", "4 a"), journal("2 a", "3 b", "4 a")))
        .hasMessageContaining("executed twice: 4");
    assertThatThrownBy(check(Set.of("b"), journal("2 a", "3 b"), journal("2 a", "3 b")))
        .hasMessageContaining("executed twice: 3");
    assertThatThrownBy(check(Set.of(), journal("2 a", "3 b", "4 x"), journal("2 a", "3 b", "4 x")))
        .hasMessageContaining("never sent: 4");
  }

  @Test
  void oneIndexForTwoCommandsIsAContradiction() {
    ledger.hears("c", 3);
    assertThatThrownBy(check(Set.of(), journal("2 a", "3 b"), journal("2 a", "3 b")))
        .hasMessageContaining("index 3");
  }

  @Test
  void anAnswerThatIsNoIndexIsAContradiction() {
    ledger.hears("c", "4");
    ledger.hears("d", "no such command");
    assertThatThrownBy(check(Set.of(), journal("2 a", "3 b"), journal("2 a", "3 b")))
        .hasMessageContaining("d was answered 'no such command'");
  }

  private ThrowingCallable check(
      Set<String> before, List<Journals.Line> first, List<Journals.Line> second) {
    return () ->
        Journals.check(
            ledger, List.of(first, second), ledger.acknowledgedFrom(0), new HashSet<>(before));
  }

  /** Each line in short: index and parameters. */
  private static List<Journals.Line> journal(String... lines) {
    return Arrays.stream(lines)
        .map(line -> line.split(" ", -1))
        .map(parts -> parts[0] + "\t1\tuid\tput\t" + parts[1] + "\ttrue\t" + parts[0])
        .map(Journals.Line::parse)
        .toList();
  }
}
