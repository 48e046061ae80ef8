package dev.flotilla.server;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import dev.flotilla.server.config.OptionDefaults;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;
import picocli.CommandLine.ParseResult;

/** Options from the environment, from contexts and from the file of a server. */
class OptionDefaultsTest {
  @TempDir private Path directory;
  private final Map<String, String> environment = new HashMap<>();
  private String output = "";
  private String errors = "";

  @BeforeEach
  void contexts() {
    environment.put("FLOTILLA_CONFIG", directory.resolve("deep/contexts.json").toString());
  }

  @Test
  void aVariableGivesAnOptionItsValue() {
    environment.put("FLOTILLA_GROUP", "hall");
    environment.put("FLOTILLA_TIMEOUT", "3");
    environment.put("FLOTILLA_INTERFACE", "eth0,eth1");

    ParseResult parsed = parse("status", "--check");
    assertThat(value(parsed, "--group")).isEqualTo("hall");
    assertThat(value(parsed, "--timeout")).isEqualTo(Duration.ofSeconds(3));
    assertThat(value(parsed, "--interface")).isEqualTo(List.of("eth0", "eth1"));
    assertThat(value(parse("insert", "note"), "--group")).as("required").isEqualTo("hall");
    assertThat(value(parse("status", "--group=other"), "--group")).isEqualTo("other");
  }

  @Test
  void whatDestroysIsNotTakenFromVariables() {
    environment.put("FLOTILLA_FORCE", "true");
    environment.put("FLOTILLA_GROUP", "hall");

    assertThat(value(parse("members", "remove", "abcd"), "--force")).isEqualTo(false);
  }

  @Test
  void aVariableThatIsNoNumberIsRefused() {
    environment.put("FLOTILLA_TIMEOUT", "soon");

    assertThat(run("status")).isEqualTo(2);
    assertThat(errors).contains("'soon' is no duration");
  }

  @Test
  void theFirstContextIsUsedUntilAnotherIs() {
    assertThat(run("context", "set", "hall", "--group=hall", "--timeout=4")).isZero();
    assertThat(run("context", "set", "yard", "--group=y", "--keys=" + directory)).isZero();

    ParseResult parsed = parse("status");
    assertThat(value(parsed, "--group")).isEqualTo("hall");
    assertThat(value(parsed, "--timeout")).isEqualTo(Duration.ofSeconds(4));
    assertThat(run("context", "use", "yard")).isZero();
    assertThat(value(parse("status"), "--group")).isEqualTo("y");
    assertThat(value(parse("status"), "--keys")).isEqualTo(directory);
    environment.put("FLOTILLA_CONTEXT", "hall");
    assertThat(value(parse("status"), "--group")).isEqualTo("hall");
    environment.put("FLOTILLA_GROUP", "variable");
    assertThat(value(parse("status"), "--group")).isEqualTo("variable");
    assertThat(value(parse("server"), "--keys")).as("a server uses no context").isNull();
  }

  @Test
  void contextsAreListedAndDeleted() {
    run("context", "set", "hall", "--group=hall");
    run("context", "set", "yard", "--group=y");

    assertThat(run("context", "list")).isZero();
    assertThat(output).isEqualTo("* hall  --group hall\n  yard  --group y\n");
    assertThat(run("context", "list", "--json")).isZero();
    JsonObject listed = JsonParser.parseString(output).getAsJsonObject();
    assertThat(listed.get("current").getAsString()).isEqualTo("hall");
    assertThat(run("context", "delete", "hall")).isZero();
    assertThat(run("context", "list")).isZero();
    assertThat(output).isEqualTo("  yard  --group y\n");
    assertThat(run("context", "delete", "hall")).isEqualTo(1);
    assertThat(errors).contains("no context 'hall'");
    assertThat(run("context", "use", "hall")).isEqualTo(1);
  }

  @Test
  void aContextThatIsGoneIsNamed() {
    environment.put("FLOTILLA_CONTEXT", "gone");

    assertThat(run("status")).isEqualTo(2);
    assertThat(errors).contains("no context 'gone'").hasLineCount(1);
  }

  @Test
  void aFileThatHoldsNoContextsIsNamed() throws IOException {
    Path file = Files.writeString(directory.resolve("broken"), "{");
    environment.put("FLOTILLA_CONFIG", file.toString());

    assertThat(run("status")).isEqualTo(2);
    assertThat(errors).contains(file.toString(), "repair or delete it").hasLineCount(1);
  }

  @Test
  void aServerTakesOptionsFromItsFile() throws IOException {
    Path file =
        Files.writeString(
            directory.resolve("server.conf"), "# hall\ngroup = hall\nexpect=3\ninsecure = true\n");

    ParseResult parsed = parse("server", "--config", file.toString(), "--expect=5");
    assertThat(value(parsed, "--group")).isEqualTo("hall");
    assertThat(value(parsed, "--expect")).isEqualTo(5);
    assertThat(value(parsed, "--insecure")).isEqualTo(true);
  }

  @Test
  void anUnknownOptionInTheFileIsNamed() throws IOException {
    Path file = Files.writeString(directory.resolve("server.conf"), "grup = hall\n");

    assertThat(run("server", "--config=" + file)).isEqualTo(2);
    assertThat(errors).contains("grup", file.toString()).hasLineCount(1);
    assertThat(run("server", "--config=" + directory.resolve("none"))).isEqualTo(2);
    assertThat(errors).contains("cannot be read").hasLineCount(1);
  }

  private static Object value(ParseResult parsed, String option) {
    ParseResult last = parsed;
    while (last.hasSubcommand()) {
      last = last.subcommand();
    }
    return last.commandSpec().findOption(option).getValue();
  }

  private ParseResult parse(String... arguments) {
    return line(arguments).parseArgs(arguments);
  }

  private int run(String... arguments) {
    StringWriter out = new StringWriter();
    StringWriter err = new StringWriter();
    int code =
        line(arguments)
            .setOut(new PrintWriter(out, true))
            .setErr(new PrintWriter(err, true))
            .execute(arguments);
    output = out.toString();
    errors = err.toString();
    return code;
  }

  private CommandLine line(String... arguments) {
    return FlotillaCommand.commandLine(new OptionDefaults(environment, List.of(arguments)));
  }
}
