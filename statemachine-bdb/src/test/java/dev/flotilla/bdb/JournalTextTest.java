package dev.flotilla.bdb;

import static org.assertj.core.api.Assertions.assertThat;

import dev.flotilla.node.statemachine.CommittedCommand;
import dev.flotilla.node.statemachine.JournalRecord;
import dev.flotilla.node.statemachine.Result;
import dev.flotilla.raft.model.Bytes;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.Random;
import org.junit.jupiter.api.Test;

class JournalTextTest {
  @Test
  void plainTextStandsAsItIs() {
    assertThat(line("x=5", Bytes.utf8("y, z größer 漢 😀")))
        .isEqualTo("3\t1\tu\tx=5\ty, z größer 漢 😀\tfalse\tno");
  }

  @Test
  void nothingInARecordEndsItsLineOrItsField() {
    assertThat(line("a\tb", Bytes.utf8("c\nd\re\\f\u0000g\u0085h\u2028i\u2029j\u202ek")))
        .isEqualTo(
            "3\t1\tu\ta\\tb\tc\\nd\\re\\\\f\\x00g\\xC2\\x85h\\xE2\\x80\\xA8i\\xE2\\x80\\xA9j\\xE2\\x80\\xAEk\tfalse\tno");
  }

  @Test
  void bytesThatAreNoTextAreWrittenInHex() {
    assertThat(line("c", Bytes.wrap(new byte[] {'a', (byte) 0xc3, 'b', (byte) 0xff})))
        .contains("\ta\\xC3b\\xFF\t");
  }

  @Test
  void differentBytesNeverLookTheSame() {
    long seed = System.nanoTime();
    Random random = new Random(seed);
    String alphabet = "\\tnrx0A\t\n\r\u0000é漢\u2028";
    for (int i = 0; i < 20_000; i++) {
      byte[] bytes = random.nextBoolean() ? noise(random) : text(random, alphabet);
      String field = line("c", Bytes.copyOf(bytes)).split("\t", -1)[4];
      assertThat(unescape(field)).as("seed %d, round %d", seed, i).isEqualTo(bytes);
    }
  }

  private static byte[] noise(Random random) {
    byte[] bytes = new byte[random.nextInt(6)];
    random.nextBytes(bytes);
    return bytes;
  }

  private static byte[] text(Random random, String alphabet) {
    StringBuilder text = new StringBuilder();
    random
        .ints(random.nextInt(6), 0, alphabet.length())
        .forEach(i -> text.append(alphabet.charAt(i)));
    return text.toString().getBytes(StandardCharsets.UTF_8);
  }

  private static byte[] unescape(String field) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    ByteBuffer in = ByteBuffer.wrap(field.getBytes(StandardCharsets.UTF_8));
    while (in.hasRemaining()) {
      byte b = in.get();
      bytes.write(b == '\\' ? unescaped(in) : b);
    }
    return bytes.toByteArray();
  }

  private static int unescaped(ByteBuffer afterBackslash) {
    byte escape = afterBackslash.get();
    return switch (escape) {
      case 't' -> '\t';
      case 'n' -> '\n';
      case 'r' -> '\r';
      case 'x' ->
          HexFormat.fromHexDigits("" + (char) afterBackslash.get() + (char) afterBackslash.get());
      default -> escape;
    };
  }

  private static String line(String name, Bytes parameters) {
    CommittedCommand command = Samples.at(3, "u", name, parameters);
    return JournalText.line(
        new JournalRecord(
            command.position(), command.command(), Result.rejected(Bytes.utf8("no"))));
  }
}
