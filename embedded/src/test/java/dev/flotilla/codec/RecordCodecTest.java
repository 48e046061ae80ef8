package dev.flotilla.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.flotilla.raft.model.Bytes;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class RecordCodecTest {
  sealed interface ThermostatCommand {
    record SetTarget(double celsius) implements ThermostatCommand {}

    record Report(String room, double celsius) implements ThermostatCommand {}
  }

  @SuppressWarnings("ArrayRecordComponent")
  record Blob(byte[] bytes, Bytes same) {}

  private static final UUID ID = UUID.fromString("6ef1a710-e56e-11f1-bf54-b7634a0c860b");

  private final CommandCodec<ThermostatCommand> thermostat =
      RecordCodec.forCommands(ThermostatCommand.class);

  @Test
  void aCommandIsNamedAfterItsRecordAndItsComponentsAreMembers() throws CodecException {
    ThermostatCommand command = new ThermostatCommand.Report("kitchen", 21.5);
    assertThat(thermostat.nameOf(command)).isEqualTo("Report");
    assertThat(thermostat.parametersOf(command).toUtf8())
        .isEqualTo("{\"room\":\"kitchen\",\"celsius\":21.5}");
    assertThat(thermostat.decode("Report", thermostat.parametersOf(command))).isEqualTo(command);
    assertThat(thermostat.decode("SetTarget", Bytes.utf8("{\"celsius\": 19}")))
        .isEqualTo(new ThermostatCommand.SetTarget(19));
  }

  @Test
  void everyKindOfComponentHasOneForm() {
    Kitchen.Texts texts =
        new Kitchen.Texts("é\"\n<", ID, Instant.EPOCH, Duration.ofMillis(1_500), Kitchen.Heat.HIGH);
    assertThat(json(new Kitchen.Numbers((byte) -1, (short) 2, 3, 1L << 53, 0.5f, 1e300, true, 'x')))
        .isEqualTo(
            "{\"b\":-1,\"s\":2,\"i\":3,\"l\":9007199254740992,\"f\":0.5,\"d\":1.0E300,\"t\":true,\"c\":\"x\"}");
    String text =
        "{\"text\":\"é\\\"\\n<\",\"uuid\":\"6ef1a710-e56e-11f1-bf54-b7634a0c860b\",\"at\":\"1970-01-01T00:00:00Z\",\"lasting\":\"PT1.5S\",\"heat\":\"HIGH\"}";
    assertThat(json(texts)).isEqualTo(text);
    Map<String, List<Integer>> counts = new LinkedHashMap<>();
    counts.put("b", List.of());
    counts.put("a", List.of(1, 2));
    assertThat(
            json(
                new Kitchen.Parts(
                    List.of(texts),
                    counts,
                    Map.of(),
                    Optional.empty(),
                    Optional.of(List.of("n")),
                    new Kitchen.Step.Then(List.of(new Kitchen.Step.Boil(5))))))
        .isEqualTo(
            "{\"texts\":["
                + text
                + "],\"counts\":{\"a\":[1,2],\"b\":[]},\"heats\":{},\"notes\":[\"n\"],\"step\":{\"Then\":{\"steps\":[{\"Boil\":{\"seconds\":5}}]}}}");
    assertThat(json(new Kitchen.Nothing())).isEqualTo("{}");
  }

  @Test
  void bytesAreBase64() throws CodecException {
    ValueCodec<Blob> codec = RecordCodec.forValues(Blob.class);
    byte[] bytes = {0, -1, 62, 63, 64};
    Bytes encoded = codec.encode(new Blob(bytes, Bytes.copyOf(bytes)));
    assertThat(encoded.toUtf8()).isEqualTo("{\"bytes\":\"AP8+P0A=\",\"same\":\"AP8+P0A=\"}");
    assertThat(codec.decode(encoded).bytes()).isEqualTo(bytes);
    assertThat(codec.decode(encoded).same()).isEqualTo(Bytes.wrap(bytes));
  }

  @Test
  void whatIsWrittenIsReadAndWrittenAgainTheSame() throws CodecException {
    CommandCodec<Kitchen> codec = RecordCodec.forCommands(Kitchen.class);
    ValueCodec<Kitchen> values = RecordCodec.forValues(Kitchen.class);
    long seed = System.nanoTime();
    Random random = new Random(seed);
    for (int i = 0; i < 5_000; i++) {
      Kitchen command = Kitchen.random(random);
      Bytes parameters = codec.parametersOf(command);
      Kitchen read = codec.decode(codec.nameOf(command), parameters);
      assertThat(read).as("seed %d, round %d", seed, i).isEqualTo(command);
      assertThat(codec.parametersOf(read)).isEqualTo(parameters);
      assertThat(values.decode(values.encode(command))).as("seed " + seed).isEqualTo(command);
    }
  }

  @Test
  void aMapIsWrittenTheSameInWhateverOrderItWasFilled() {
    record Rooms(Map<String, Integer> rooms) {}
    ValueCodec<Rooms> codec = RecordCodec.forValues(Rooms.class);
    List<String> names = new ArrayList<>(List.of("b", "a", "B", "é", "aa", "10", "9"));
    long seed = System.nanoTime();
    Random random = new Random(seed);
    Bytes first = null;
    for (int i = 0; i < 50; i++) {
      Collections.shuffle(names, random);
      Map<String, Integer> rooms = new LinkedHashMap<>();
      names.forEach(name -> rooms.put(name, name.length()));
      Bytes encoded = codec.encode(new Rooms(rooms));
      assertThat(encoded).as("seed " + seed).isEqualTo(first == null ? encoded : first);
      first = encoded;
    }
  }

  @Test
  void whatIsReadCannotBeChanged() throws CodecException {
    record Lists(List<Integer> list, Map<String, Integer> map) {}
    Lists read =
        RecordCodec.forValues(Lists.class).decode(Bytes.utf8("{\"list\":[1],\"map\":{\"b\":1}}"));
    assertThatThrownBy(() -> read.list().add(2)).isInstanceOf(UnsupportedOperationException.class);
    assertThatThrownBy(() -> read.map().put("c", 2))
        .isInstanceOf(UnsupportedOperationException.class);
  }

  @Test
  void plainValuesAndNoValueAtAllAreValuesToo() throws CodecException {
    assertThat(RecordCodec.forValues(String.class).encode("ok").toUtf8()).isEqualTo("\"ok\"");
    assertThat(RecordCodec.forValues(Long.class).decode(Bytes.utf8("12"))).isEqualTo(12L);
    ValueCodec<Void> none = RecordCodec.forValues(Void.class);
    assertThat(none.encode(null)).isEqualTo(Bytes.EMPTY);
    assertThat(none.decode(Bytes.EMPTY)).isNull();
    assertThatThrownBy(() -> none.decode(Bytes.utf8("{}"))).isInstanceOf(CodecException.class);
  }

  @Test
  void aRecordCanHaveAnotherName() throws CodecException {
    CommandCodec<ThermostatCommand> renamed =
        RecordCodec.forCommands(
            ThermostatCommand.class, Map.of(ThermostatCommand.SetTarget.class, "set-target"));
    ThermostatCommand command = new ThermostatCommand.SetTarget(20);
    assertThat(renamed.nameOf(command)).isEqualTo("set-target");
    assertThat(renamed.decode("set-target", Bytes.utf8("{\"celsius\":20.0}"))).isEqualTo(command);
    assertThatThrownBy(() -> renamed.decode("SetTarget", Bytes.utf8("{\"celsius\":20.0}")))
        .isInstanceOf(CodecException.class)
        .hasMessage("'SetTarget' is unknown, known are [Report, set-target]");
  }

  @Test
  void aSingleRecordIsACommandType() throws CodecException {
    record Ring(int times) {}
    CommandCodec<Ring> codec = RecordCodec.forCommands(Ring.class);
    assertThat(codec.decode(codec.nameOf(new Ring(2)), codec.parametersOf(new Ring(2))))
        .isEqualTo(new Ring(2));
  }

  @Test
  void whatCannotBeWrittenIsNamed() {
    assertUnwritable(new ThermostatCommand.Report(null, 1), "Report.room is null", "Optional");
    assertUnwritable(
        new ThermostatCommand.SetTarget(Double.NaN), "SetTarget.celsius: NaN cannot be written");
    assertUnwritable(new ThermostatCommand.Report("\ud800", 1), "surrogate");
    assertUnwritable(
        new ThermostatCommand.Report("x".repeat(RecordCodec.MAX_BYTES), 1), "1048576 are carried");
    record Rooms(Map<String, List<String>> rooms) {}
    assertThatThrownBy(
            () ->
                RecordCodec.forValues(Rooms.class)
                    .encode(new Rooms(Map.of("hall", Arrays.asList("a", null)))))
        .hasMessageContaining("Rooms.rooms: ['hall']: [1] is null");
  }

  @Test
  void aValueThatIsTooDeepToBeReadIsNotWritten() throws CodecException {
    record Nest(List<Nest> inner) {}
    ValueCodec<Nest> codec = RecordCodec.forValues(Nest.class);
    Nest nest = new Nest(List.of());
    for (int levels = 2; levels < RecordCodec.MAX_DEPTH; levels += 2) {
      nest = new Nest(List.of(nest));
    }
    assertThat(codec.decode(codec.encode(nest))).isEqualTo(nest);
    Nest tooDeep = new Nest(List.of(nest));
    assertThatThrownBy(() -> codec.encode(tooDeep)).hasMessageContaining("deeper than 64 levels");
  }

  private void assertUnwritable(ThermostatCommand command, String... messageParts) {
    assertThatThrownBy(() -> thermostat.parametersOf(command))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContainingAll(messageParts);
  }

  private static String json(Kitchen command) {
    return RecordCodec.forCommands(Kitchen.class).parametersOf(command).toUtf8();
  }
}
