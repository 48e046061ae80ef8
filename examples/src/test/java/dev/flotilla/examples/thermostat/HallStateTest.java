package dev.flotilla.examples.thermostat;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.flotilla.CommandContext;
import dev.flotilla.Rejected;
import dev.flotilla.StateImage;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.OutputStream;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

class HallStateTest {
  @Test
  void anImageHoldsTheWholeStateAsItWas() throws Exception {
    HallState state = new HallState();
    apply(state, new Order.SetTarget(21.5));
    Climate then = apply(state, new Order.Report("kitchen", 18));
    StateImage image = state.image();
    apply(state, new Order.Adjust(1));
    apply(state, new Order.Report("cellar", 12));
    ByteArrayOutputStream file = new ByteArrayOutputStream();

    image.writeTo(file);

    HallState restored = new HallState();
    apply(restored, new Order.Report("attic", 25));
    restored.restore(new ByteArrayInputStream(file.toByteArray()));
    assertThat(restored.answer(new Order.Look())).isEqualTo(then);
  }

  @Test
  void aHallHasSoManyRoomsAndTheirNamesAreShortSoThatTheImageFits() throws Exception {
    HallState state = new HallState();
    String longest = "\u2028".repeat(HallState.MAX_NAME_CHARS - 3);
    for (int i = 0; i < HallState.MAX_ROOMS; i++) {
      apply(state, new Order.Report(longest + (100 + i), -Double.MAX_VALUE));
    }
    assertRejected(state, new Order.Report("one more", 18), "100 rooms");
    assertRejected(state, new Order.Report(longest + "1000", 18), "64 characters");
    assertThat(apply(state, new Order.Report(longest + 100, 18)).roomsCelsius())
        .hasSize(HallState.MAX_ROOMS)
        .containsEntry(longest + 100, 18.0);

    state.image().writeTo(OutputStream.nullOutputStream());
  }

  private static Climate apply(HallState state, Order order) throws Rejected {
    return state.apply(order, new CommandContext(1, 0, OptionalLong.empty()));
  }

  private static void assertRejected(HallState state, Order order, String reason) {
    assertThatThrownBy(() -> apply(state, order))
        .isInstanceOf(Rejected.class)
        .hasMessageContaining(reason);
  }
}
