package dev.flotilla.examples;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.Charset;
import java.util.function.UnaryOperator;

/**
 * A dialogue on a terminal: a line in, a line out.
 *
 * <p>Thread: the caller's, which waits for input.
 */
public final class LineDialogue {
  private static final String END = "off";

  private LineDialogue() {}

  /**
   * Answers each line of standard input until it says {@code off} or ends.
   *
   * @param answer what is printed for a line
   * @throws IOException if standard input cannot be read
   */
  public static void run(UnaryOperator<String> answer) throws IOException {
    var in = new BufferedReader(new InputStreamReader(System.in, Charset.defaultCharset()));
    for (String line = in.readLine(); line != null; line = in.readLine()) {
      if (line.strip().equals(END)) {
        return;
      }
      System.out.println(answer.apply(line));
    }
  }
}
