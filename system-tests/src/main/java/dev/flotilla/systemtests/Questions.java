package dev.flotilla.systemtests;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.function.UnaryOperator;

/**
 * How a {@link ServerUnderTest} is talked to: each line of its standard input is a question, which
 * one line of its output answers, in order.
 */
public final class Questions {
  /** What an answer begins with, unlike anything that a JVM prints. */
  static final String ANSWER = "= ";

  private Questions() {}

  /**
   * Answers until the input ends, which it does with the process that asks. Blocks.
   *
   * @param answers gives a line for a line
   * @throws IOException if the input cannot be read
   */
  public static void answer(UnaryOperator<String> answers) throws IOException {
    BufferedReader questions =
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    for (String line = questions.readLine(); line != null; line = questions.readLine()) {
      System.out.println(ANSWER + answers.apply(line));
      System.out.flush();
    }
  }
}
