package dev.flotilla.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.UUID;
import kotlin.Metadata;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** What a codec refuses when it is made, rather than when it is used. */
class RecordCodecRefusalTest {
  record WithObject(Object value) {}

  record WithSet(List<Set<String>> rooms) {}

  @SuppressWarnings("ArrayRecordComponent")
  record WithArray(int[] values) {}

  record WithOptionalInt(OptionalInt value) {}

  record WithOptionalInList(List<Optional<String>> values) {}

  @SuppressWarnings("rawtypes")
  record WithRawList(List values) {}

  record WithWildcard(List<? extends Number> values) {}

  record WithKey(Map<Double, String> values) {}

  record Generic<T>(T value) {}

  record WithGeneric(Generic<String> value) {}

  record Deep(List<Map<String, WithObject>> values) {}

  interface Open {}

  sealed interface Half permits Whole, Loose {}

  record Whole() implements Half {}

  static final class Loose implements Half {}

  sealed interface Twins {
    record Same(int a) implements Twins {}

    final class Nest {
      record Same(int b) implements Twins {}

      private Nest() {}
    }
  }

  static List<Arguments> types() {
    return List.of(
        Arguments.of(WithObject.class, "WithObject.value: java.lang.Object cannot be carried"),
        Arguments.of(WithSet.class, "WithSet.rooms[]: java.util.Set<java.lang.String> cannot"),
        Arguments.of(WithArray.class, "WithArray.values: int[] cannot be carried"),
        Arguments.of(WithOptionalInt.class, "WithOptionalInt.value: java.util.OptionalInt cannot"),
        Arguments.of(WithOptionalInList.class, "WithOptionalInList.values[]: java.util.Optional<"),
        Arguments.of(
            WithRawList.class, "WithRawList.values: java.util.List cannot be carried: say"),
        Arguments.of(WithWildcard.class, "WithWildcard.values[]: ? extends java.lang.Number"),
        Arguments.of(WithKey.class, "WithKey.values: java.lang.Double cannot be carried: the keys"),
        Arguments.of(Generic.class, "type parameters"),
        Arguments.of(WithGeneric.class, "WithGeneric.value: "),
        Arguments.of(Deep.class, "WithObject.value: java.lang.Object cannot be carried"),
        Arguments.of(Open.class, "Open: "),
        Arguments.of(Half.class, "Half: "),
        Arguments.of(Twins.class, "second record named 'Same'"));
  }

  @Metadata
  static final class DataClass {}

  record WithDataClass(DataClass data) {}

  @Test
  void aDataClassOfKotlinIsToldToBeARecord() {
    assertThatThrownBy(() -> RecordCodec.forCommands(DataClass.class))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("DataClass cannot be carried")
        .hasMessageContaining("@JvmRecord");
    assertThatThrownBy(() -> RecordCodec.forValues(WithDataClass.class))
        .hasMessageContaining("WithDataClass.data")
        .hasMessageContaining("@JvmRecord");
  }

  @ParameterizedTest
  @MethodSource("types")
  void aTypeThatCannotBeCarriedIsRefusedByName(Class<?> type, String message) {
    assertThatThrownBy(() -> RecordCodec.forCommands(type))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(message);
    assertThatThrownBy(() -> RecordCodec.forValues(type))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(message);
  }

  @Test
  void aPlainTypeIsAValueButNoCommand() {
    assertThat(RecordCodec.forValues(UUID.class)).isNotNull();
    assertThatThrownBy(() -> RecordCodec.forCommands(UUID.class))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("UUID");
  }

  @Test
  void twoRecordsOfOneNameCanBeToldApartByAnotherName() {
    CommandCodec<Twins> codec =
        RecordCodec.forCommands(Twins.class, Map.of(Twins.Nest.Same.class, "OtherSame"));
    assertThat(codec.nameOf(new Twins.Same(1))).isEqualTo("Same");
    assertThat(codec.nameOf(new Twins.Nest.Same(1))).isEqualTo("OtherSame");
  }

  @Test
  void aNameForNoRecordOrWithoutLettersIsRefused() {
    assertThatThrownBy(() -> RecordCodec.forCommands(Whole.class, Map.of(Whole.class, " ")))
        .hasMessageContaining("blank");
    @SuppressWarnings({"unchecked", "rawtypes"})
    Map<Class<? extends Whole>, String> foreign = (Map) Map.of(WithKey.class, "Key");
    assertThatThrownBy(() -> RecordCodec.forCommands(Whole.class, foreign))
        .hasMessageContaining("no record of Whole");
  }
}
