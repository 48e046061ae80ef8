package dev.flotilla.server.json;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * How the demo ended: the document of {@code demo}.
 *
 * @param acknowledged commands that clients were told are executed
 * @param commands in each journal
 * @param directory what is kept; null if nothing is
 */
public record DemoJson(
    boolean verified,
    long acknowledged,
    long refused,
    long unknown,
    long commands,
    List<String> problems,
    @Nullable String directory) {
  /** The same, with what is kept. */
  public DemoJson keptIn(String kept) {
    return new DemoJson(verified, acknowledged, refused, unknown, commands, problems, kept);
  }
}
