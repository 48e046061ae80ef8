package dev.flotilla.console;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** The JSON that the page reads. */
class StateJsonTest {
  private static final String NASTY = "</script><img src=x onerror=alert(1)>\"\\\n\u2028\u0000'&";

  @Test
  void textsFromTheNetworkAreEscaped() {
    ConsoleState state =
        ConsoleState.ofGroup(
            TestStates.START,
            NASTY,
            Optional.of(NASTY),
            List.of(TestStates.follower(NASTY, NASTY)),
            List.of(NASTY));

    String json = StateJson.of(state, RecordingState.NONE, "run");

    assertThat(json).doesNotContain("\n").doesNotContain("<").doesNotContain("\u2028");
    JsonObject read = JsonParser.parseString(json).getAsJsonObject();
    JsonObject member = read.getAsJsonArray("members").get(0).getAsJsonObject();
    assertThat(read.get("group").getAsString()).isEqualTo(NASTY);
    assertThat(read.getAsJsonArray("problems").get(0).getAsString()).isEqualTo(NASTY);
    assertThat(member.get("id").getAsString()).isEqualTo(NASTY);
    assertThat(member.get("standing").getAsString()).isEqualTo(NASTY);
  }

  @Test
  void aLineOfTheLogIsOneLine() {
    String json = StateJson.of(new LogLine(3, TestStates.START, LogLine.Kind.JOIN, NASTY));

    assertThat(json).doesNotContain("\n");
    assertThat(JsonParser.parseString(json).getAsJsonObject().get("text").getAsString())
        .isEqualTo(NASTY);
  }

  @Test
  void whatIsUnknownIsLeftOut() {
    ConsoleState state =
        TestStates.state(0, TestStates.silent("a", "voter"))
            .withNodes(List.of(TestStates.node("web", "live")));

    JsonObject read =
        JsonParser.parseString(StateJson.of(state, RecordingState.NONE, "run")).getAsJsonObject();

    assertThat(read.getAsJsonArray("members").get(0).getAsJsonObject().has("term")).isFalse();
    JsonObject node = read.getAsJsonArray("nodes").get(0).getAsJsonObject();
    assertThat(node.get("cpuPerMille").getAsInt()).isEqualTo(250);
    assertThat(node.get("lastRequest").getAsLong()).isEqualTo(TestStates.START.toEpochMilli());
  }
}
