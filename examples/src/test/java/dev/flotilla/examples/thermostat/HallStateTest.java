package dev.flotilla.examples.thermostat;

import static org.assertj.core.api.Assertions.assertThat;

import dev.flotilla.StateImage;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import org.junit.jupiter.api.Test;

class HallStateTest {
  @Test
  void anImageHoldsTheWholeStateAsItWas() throws Exception {
    HallState state = new HallState();
    state.apply(new Order.SetTarget(21.5));
    Climate then = state.apply(new Order.Report("kitchen", 18));
    StateImage image = state.image();
    state.apply(new Order.Adjust(1));
    state.apply(new Order.Report("cellar", 12));
    ByteArrayOutputStream file = new ByteArrayOutputStream();

    image.writeTo(file);

    HallState restored = new HallState();
    restored.apply(new Order.Report("attic", 25));
    restored.restore(new ByteArrayInputStream(file.toByteArray()));
    assertThat(restored.answer(new Order.Look())).isEqualTo(then);
  }
}
