package dev.flotilla.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.flotilla.memory.WholeFile.UnwritableFile;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class WholeFileTest {
  private final ByteArrayOutputStream written = new ByteArrayOutputStream();
  private boolean isFull;

  /** As a disk that is full for a while. */
  private final OutputStream disk =
      new OutputStream() {
        @Override
        public void write(int value) throws IOException {
          if (isFull) {
            throw new IOException("no room");
          }
          written.write(value);
        }
      };

  @Test
  void aFailureThatTheContentKeptToItselfIsToldAtTheEndThoughThereIsRoomAgain() {
    WholeFile.Target target = new WholeFile.Target(Path.of("image"), disk);
    PrintWriter careless = new PrintWriter(target, true, StandardCharsets.UTF_8);
    careless.println("a");
    isFull = true;
    careless.println("b");
    isFull = false;
    careless.println("c");

    assertThat(written.toString(StandardCharsets.UTF_8).strip()).isEqualTo("a");
    assertThatThrownBy(() -> target.write('d'))
        .isInstanceOf(UnwritableFile.class)
        .hasMessage("image could not be written: no room");
    assertThatThrownBy(target::flush).isInstanceOf(UnwritableFile.class);
  }
}
