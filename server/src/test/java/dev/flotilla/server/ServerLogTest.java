package dev.flotilla.server;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import dev.flotilla.testing.Await;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a server logs, in a process of its own. */
@Tag("slow")
class ServerLogTest {
  @TempDir private Path directory;
  private final String group = "log-" + UUID.randomUUID().toString().substring(0, 8);

  @Test
  void electionsAndMembersAreLoggedByDefault() throws Exception {
    try (ServerProcess server = ServerProcess.found(directory.resolve("data"), group, 1)) {
      String member = server.member();
      await(server, member + " leads, term ");
      await(server, member + " is a voter, term ");
      assertThat(log(server).lines().findFirst().orElseThrow())
          .matches("\\d{4}-\\d\\d-\\d\\dT[0-9:.]+([+-]\\d\\d:\\d\\d|Z) (INFO|WARN) .*");
    }
  }

  @Test
  void aLineOfJsonHasGroupMemberAndTerm() throws Exception {
    try (ServerProcess server =
        ServerProcess.found(directory.resolve("data"), group, 1, "--log-format=json")) {
      String member = server.member();
      await(server, " leads, term ");
      for (String line : log(server).lines().toList()) {
        JsonObject object = JsonParser.parseString(line).getAsJsonObject();
        assertThat(object.get("formattedMessage").getAsString()).doesNotContain("{}");
        if (object.get("formattedMessage").getAsString().contains(" leads, term ")) {
          JsonObject context = object.getAsJsonObject("mdc");
          assertThat(context.get("group").getAsString()).isEqualTo(group);
          assertThat(context.get("member").getAsString()).isEqualTo(member);
          assertThat(object.get("formattedMessage").getAsString())
              .endsWith("term " + context.get("term").getAsString());
          return;
        }
      }
      throw new AssertionError(log(server));
    }
  }

  @Test
  void aHigherLevelLogsLess() throws Exception {
    try (ServerProcess server =
        ServerProcess.found(directory.resolve("data"), group, 1, "--log-level=error")) {
      assertThat(server.member()).startsWith("urn:uuid:");
      server.stop();
      assertThat(log(server)).isEmpty();
    }
  }

  @Test
  void theLoggingBackendPrintsNothingOfItsOwn() throws Exception {
    for (String format : List.of("text", "json")) {
      CommandProcess ended =
          CommandProcess.run(
              List.of(),
              Map.of("JAVA_TOOL_OPTIONS", "-Dflotilla.log.format=" + format),
              directory,
              "version",
              "--json");
      assertThat(ended.output()).hasLineCount(1).startsWith("{\"version\":");
    }
  }

  @Test
  void anUnknownLevelIsRefused() {
    LocalGroup none = LocalGroup.ofJournals(directory);
    assertThat(none.run("server", "--group=g", "--expect=1", "--log-level=loud")).isEqualTo(2);
    assertThat(none.errors()).contains("--log-level is one of error, warn", "'loud'");
  }

  private static void await(ServerProcess server, String text) {
    Await.until(() -> text + " in the log", () -> log(server).contains(text));
  }

  private static String log(ServerProcess server) throws IOException {
    return Files.readString(ServerProcess.logOf(server.directory()));
  }
}
