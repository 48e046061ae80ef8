package dev.flotilla.server;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What bash completes with the script of {@code flotilla completion}. */
@Tag("slow")
class CompletionTest {
  @TempDir private Path directory;

  @Test
  void bashCompletesCommandsAndOptions() throws Exception {
    assertThat(completed("sta")).containsExactly("status");
    assertThat(completed("members", "pro")).containsExactly("promote");
    assertThat(completed("status", "--che")).containsExactly("--check");
    assertThat(completed("server", "--met")).containsExactly("--metrics");
    assertThat(completed("context", "")).contains("list", "use", "set", "delete");
    assertThat(completed("nothing-of-the-kind")).isEmpty();
  }

  /** What is offered for the last word of a command line. */
  private List<String> completed(String... words) throws IOException, InterruptedException {
    StringWriter out = new StringWriter();
    int code =
        FlotillaCommand.commandLine().setOut(new PrintWriter(out, true)).execute("completion");
    assertThat(code).isZero();
    Path script = Files.writeString(directory.resolve("flotilla.bash"), out.toString());
    String program =
        "compopt() { :; }; source '%s'; COMP_WORDS=(flotilla %s); COMP_CWORD=%s; _complete_flotilla; printf '%%s\\n' \"${COMPREPLY[@]}\""
            .formatted(
                script,
                String.join(" ", List.of(words).stream().map(it -> "'" + it + "'").toList()),
                words.length);
    Process bash = new ProcessBuilder("bash", "-c", program).start();
    String printed = new String(bash.getInputStream().readAllBytes(), UTF_8);
    assertThat(bash.waitFor()).as(printed).isZero();
    return printed.lines().map(String::strip).filter(it -> !it.isEmpty()).toList();
  }
}
