package dev.flotilla.testing;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads the lines of a page that call {@code ./flotilla}. Stateless. */
public final class PageCalls {
  /** A whole block, whatever its language is: the end of one must not pass for a beginning. */
  private static final Pattern CODE = Pattern.compile("(?ms)^ *```(\\w*)\\n(.*?)^ *```$");

  private static final Pattern CALL = Pattern.compile("(?m)^ *\\./flotilla ((?:.*\\\\\\n)*.*)$");
  private static final Pattern WORD =
      Pattern.compile("(?:[^\\s\"'#]|\"[^\"]*\"|'[^']*'|(?<=\\S)#)+");

  private PageCalls() {}

  /**
   * The words of each call, by blocks of code that have one.
   *
   * @param page in Markdown
   */
  public static List<List<List<String>>> blocks(String page) {
    List<List<List<String>>> blocks = new ArrayList<>();
    Matcher code = CODE.matcher(page);
    while (code.find()) {
      List<List<String>> calls = new ArrayList<>();
      Matcher call = CALL.matcher(isShell(code.group(1)) ? code.group(2) : "");
      while (call.find()) {
        calls.add(words(call.group(1).replace("\\\n", " ")));
      }
      if (!calls.isEmpty()) {
        blocks.add(List.copyOf(calls));
      }
    }
    return blocks;
  }

  private static boolean isShell(String language) {
    return language.isEmpty() || language.equals("sh");
  }

  /** The words up to a comment, a pipe or another command, without their quotes. */
  private static List<String> words(String line) {
    List<String> words = new ArrayList<>();
    Matcher word = WORD.matcher(line.replaceFirst("\\s+[#|&>;].*", ""));
    while (word.find()) {
      words.add(word.group().replaceAll("[\"']", ""));
    }
    return List.copyOf(words);
  }
}
