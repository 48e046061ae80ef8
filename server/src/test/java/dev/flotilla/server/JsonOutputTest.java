package dev.flotilla.server;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import com.networknt.schema.InputFormat;
import com.networknt.schema.JsonSchema;
import com.networknt.schema.JsonSchemaFactory;
import com.networknt.schema.SpecVersion;
import dev.flotilla.client.dpws.WireClient;
import dev.flotilla.recipes.Hold;
import dev.flotilla.recipes.Recipes;
import dev.flotilla.testing.Await;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** What commands print with {@code --json} is what the schemas in the reference say. */
@Tag("slow")
class JsonOutputTest {
  private static final Path SCHEMAS = Path.of("..", "docs", "reference", "json");
  private static final JsonSchemaFactory FACTORY =
      JsonSchemaFactory.getInstance(SpecVersion.VersionFlag.V202012);

  /** Run by other tests, or without an end of their own. */
  private static final Set<String> WITHOUT =
      Set.of(
          "server",
          "keys serve",
          "help",
          "completion",
          "chaos",
          "context use",
          "context set",
          "context delete");

  private static final Predicate<JsonObject> ANY = it -> true;

  @TempDir private Path directory;

  @Test
  void commandsOfARunningGroupPrintWhatTheirSchemasSay() throws Exception {
    try (LocalGroup group = LocalGroup.ofStores(directory).found(2)) {
      String uid = insertAndRead(group);
      statusAndMembers(group);
      backupAndRestore(group);
      assertThat(uid).startsWith("urn:uuid:");
    }
  }

  private String insertAndRead(LocalGroup group) throws IOException {
    String g = "--group=" + group.name();
    JsonObject inserted = only(run(group, "insert", 0, "insert", g, "--json", "put", "k", "v"));
    assertThat(inserted.get("outcome").getAsString()).isEqualTo("executed");
    String uid = inserted.get("uid").getAsString();
    JsonObject rejected = only(run(group, "insert", 1, "insert", g, "--json", "nonsense"));
    assertThat(rejected.get("outcome").getAsString()).isEqualTo("rejected");
    JsonObject answer = only(run(group, "query", 0, "query", g, "--json", "get", "k"));
    assertThat(answer.get("answer").getAsString()).isEqualTo("=v");
    JsonObject local =
        only(run(group, "query", 0, "query", g, "--json", "--consistency=local", "get", "k"));
    assertThat(local.has("index")).isTrue();
    JsonObject read = only(run(group, "read", 0, "read", g, "--json", uid));
    assertThat(read.get("uid").getAsString()).isEqualTo(uid);
    return uid;
  }

  private static void statusAndMembers(LocalGroup group) throws IOException {
    String g = "--group=" + group.name();
    JsonObject status =
        once(
            it -> it.getAsJsonArray("servers").size() == 2 && it.getAsJsonArray("silent").isEmpty(),
            group,
            "status",
            "status",
            g,
            "--json");
    assertThat(status.getAsJsonArray("servers"))
        .extracting(it -> it.getAsJsonObject().get("name").getAsString())
        .containsExactlyInAnyOrder("server-1", "server-2");
    JsonObject check = once(ANY, group, "status-check", "status", g, "--check", "--json");
    assertThat(check.get("healthy").getAsBoolean()).isTrue();
    JsonObject members = once(ANY, group, "members", "members", g, "--json");
    assertThat(members.getAsJsonArray("members")).hasSize(2);
    Await.until(
        group::output,
        () -> group.run("members", g) == 0 && group.output().contains("RAFT_Service  server-1"));
    JsonObject asked =
        once(ANY, group, "members-change", "members", "snapshot", g, "--json", "server-2");
    assertThat(asked.get("done").getAsString()).isEqualTo("snapshot");
    once(ANY, group, "members-change", "members", "transfer", g, "--json");
  }

  private void backupAndRestore(LocalGroup group) throws IOException {
    String file = directory.resolve("backup").toString();
    String g = "--group=" + group.name();
    JsonObject backup = only(run(group, "backup", 0, "backup", g, "--json", "--out=" + file));
    assertThat(backup.get("group").getAsString()).isEqualTo(group.name());
    JsonObject restored =
        only(
            run(
                group,
                "lines",
                0,
                "restore",
                file,
                "--data=" + directory.resolve("restored"),
                "--group=" + group.name() + "-new",
                "--timeout=1",
                "--json"));
    assertThat(restored.getAsJsonArray("lines")).isNotEmpty();
  }

  @Test
  void commandsOfADirectoryPrintWhatTheirSchemasSay() throws Exception {
    LocalGroup group = LocalGroup.ofJournals(directory);
    try (group) {
      group.found(1);
      try (WireClient client = LocalGroup.client(group.name())) {
        LocalGroup.execute(client, "note", "a", "b\tc");
      }
    }
    String data = group.directory(1).toString();
    List<JsonObject> entries = run(group, "log-dump", 0, "log", "dump", "--json", data);
    assertThat(entries).extracting(it -> it.get("kind").getAsString()).contains("command", "no-op");
    JsonObject verified = only(run(group, "log-verify", 0, "log", "verify", "--json", data));
    assertThat(verified.get("sound").getAsBoolean()).isTrue();
    List<JsonObject> journal = run(group, "journal-dump", 0, "journal", "dump", "--json", data);
    assertThat(journal).hasSize(2);
    assertThat(journal.get(1).get("parameters").getAsString()).isEqualTo("b\tc");
    List<JsonObject> recovered =
        run(
            group,
            "lines",
            0,
            "recover",
            data,
            "--json",
            "--confirm=" + group.name(),
            "--timeout=1");
    assertThat(recovered).hasSize(3);
  }

  @Test
  void commandsOfKeysPrintWhatTheirSchemaSays() throws Exception {
    LocalGroup none = LocalGroup.ofJournals(directory);
    String out = directory.resolve("keys").toString();
    String authority = "--authority=" + directory.resolve("keys/authority");
    JsonObject made = only(run(none, "keys", 0, "keys", "init", "hall", "--out=" + out, "--json"));
    assertThat(made.getAsJsonArray("keys").size()).isGreaterThan(3);
    JsonObject listed = only(run(none, "keys", 0, "keys", "list", authority, "--json"));
    assertThat(listed.get("group").getAsString()).isEqualTo("hall");
    only(run(none, "keys", 0, "keys", "show", out + "/member-1", "--json"));
    String device = directory.resolve("device").toString();
    JsonObject issued =
        only(
            run(
                none,
                "keys",
                0,
                "keys",
                "issue",
                authority,
                "--json",
                "--name=device",
                "--role=client",
                "--out=" + device));
    assertThat(issued.getAsJsonArray("keys")).hasSize(1);
    only(
        run(
            none,
            "keys",
            0,
            "keys",
            "renew",
            authority,
            "--json",
            "--out=" + device + "-2",
            "device"));
    JsonObject revoked =
        only(run(none, "keys", 0, "keys", "revoke", authority, "member-1", "--json"));
    assertThat(revoked.toString()).contains("revoked");
  }

  @Test
  void commandsOfPairsPrintWhatTheirSchemasSay() throws Exception {
    try (LocalGroup group = LocalGroup.ofStores(directory).found(1)) {
      String g = "--group=" + group.name();
      JsonObject absent = only(run(group, "kv-pair", 1, "kv", "get", g, "--json", "a"));
      assertThat(absent.has("value")).isFalse();
      JsonObject lease =
          only(run(group, "kv-done", 0, "kv", "lease", g, "--json", "grant", "3600"));
      String id = lease.get("lease").getAsString();
      only(run(group, "kv-done", 0, "kv", "put", g, "--json", "--lease", id, "a", "1\t"));
      JsonObject pair = only(run(group, "kv-pair", 0, "kv", "list", g, "--json"));
      assertThat(pair.get("value").getAsString()).isEqualTo("1\t");
      only(run(group, "kv-done", 1, "kv", "cas", g, "--json", "--absent", "a", "2"));
      only(run(group, "kv-done", 0, "kv", "delete", g, "--json", "a"));
      JsonObject gone = only(run(group, "kv-done", 1, "kv", "delete", g, "--json", "a"));
      assertThat(gone.get("done").getAsBoolean()).isFalse();
      only(run(group, "kv-done", 0, "kv", "lease", g, "--json", "end", id));
      watched("kv-watch", 2, "kv", "watch", g, "--json", "--from=1");
      watched("watch", 3, "watch", g, "--json", "--from=1");
    }
  }

  /** Runs a command that goes on, until it has printed so many lines. */
  private void watched(String schema, int lines, String... arguments) throws Exception {
    List<String> printed = CommandProcess.outputUntil(lines, directory, arguments);
    assertThat(printed).hasSizeGreaterThanOrEqualTo(lines);
    for (String line : printed) {
      assertThat(problems(schema, line)).as(line).isEmpty();
    }
  }

  @Test
  void whatIsHeldIsPrintedAsItsSchemaSays() throws Exception {
    try (LocalGroup group = LocalGroup.ofRecipes(directory).found(1)) {
      String g = "--group=" + group.name();
      JsonObject nobody = only(run(group, "held", 1, "elect", g, "--json", "printer"));
      assertThat(nobody.has("token")).isFalse();
      try (Recipes recipes = group.recipes();
          Hold leading = recipes.election("printer").campaign("host-a")) {
        JsonObject leader = only(run(group, "held", 0, "elect", g, "--json", "printer"));
        assertThat(leader.get("token").getAsLong()).isEqualTo(leading.token());
        assertThat(leader.get("data").getAsString()).isEqualTo("host-a");
      }
      watched("held", 1, "lock", g, "--json", "deploy");
    }
  }

  @Test
  void changesOfMembersPrintWhatTheirSchemaSays() throws Exception {
    try (LocalGroup group = LocalGroup.ofStores(directory).found(1)) {
      String g = "--group=" + group.name();
      group.join(2);
      String joining = member(group, "waiting");
      JsonObject added =
          once(
              ANY, group, "members-change", "members", "add", g, "--json", "--as=learner", joining);
      assertThat(added.get("as").getAsString()).isEqualTo("learner");
      once(ANY, group, "members-change", "members", "promote", g, "--json", joining);
      JsonObject removed =
          once(ANY, group, "members-change", "members", "remove", g, "--json", "--force", joining);
      assertThat(removed.get("done").getAsString()).isEqualTo("removed");
    }
  }

  private static String member(LocalGroup group, String standing) throws Exception {
    String g = "--group=" + group.name();
    return Await.present(
        () -> "a server is " + standing,
        () -> {
          JsonObject members = once(ANY, group, "members", "members", g, "--json");
          return members.getAsJsonArray(standing).isEmpty()
              ? Optional.empty()
              : Optional.of(
                  members
                      .getAsJsonArray(standing)
                      .get(0)
                      .getAsJsonObject()
                      .get("member")
                      .getAsString());
        });
  }

  @Test
  @Tag("full")
  void theDemoPrintsWhatItsSchemaSays() throws Exception {
    JsonObject demo = only(run(LocalGroup.ofJournals(directory), "demo", 0, "demo", "--json"));
    assertThat(demo.get("verified").getAsBoolean()).isTrue();
    assertThat(demo.has("directory")).isFalse();
  }

  @Test
  void theDoctorAndContextsPrintWhatTheirSchemasSay() throws Exception {
    JsonObject found =
        only(
            run(
                LocalGroup.ofJournals(directory),
                "doctor",
                1,
                "doctor",
                "--interface=no-such0",
                "--data=" + directory,
                "--json"));
    assertThat(found.toString()).contains("no-such0");
    Map<String, String> contexts =
        Map.of("FLOTILLA_CONFIG", directory.resolve("contexts.json").toString());
    CommandProcess set =
        CommandProcess.run(
            List.of(), contexts, directory, "context", "set", "hall", "--group=hall");
    assertThat(set.exitCode()).as(set.errors()).isZero();
    String listed =
        CommandProcess.run(List.of(), contexts, directory, "context", "list", "--json").output();
    assertThat(problems("context-list", listed)).isEmpty();
    assertThat(listed).contains("hall").hasLineCount(1);
  }

  @Test
  void theVersionIsPrinted() throws Exception {
    JsonObject version =
        only(run(LocalGroup.ofJournals(directory), "version", 0, "version", "--json"));
    assertThat(version.get("java").getAsString()).isEqualTo(Runtime.version().toString());
  }

  @Test
  void eachCommandThatPrintsTakesJson() {
    Set<String> without = new TreeSet<>();
    collect("", FlotillaCommand.commandLine(), without);
    assertThat(without).isEmpty();
  }

  @Test
  void aDocumentThatBreaksItsSchemaIsFound() throws IOException {
    assertThat(problems("version", "{\"version\":\"1\",\"java\":17,\"os\":\"x\"}")).isNotEmpty();
    assertThat(problems("version", "{\"version\":\"1\",\"java\":\"17\"}")).isNotEmpty();
    assertThat(problems("version", "{\"version\":\"1\",\"java\":\"17\",\"os\":\"x\",\"y\":1}"))
        .isNotEmpty();
    assertThat(problems("watch", "{\"resyncFrom\":1}")).isNotEmpty();
    assertThat(problems("watch", "{\"resyncFrom\":1,\"resyncNext\":2}")).isEmpty();
  }

  private static void collect(String name, CommandLine command, Set<String> without) {
    if (WITHOUT.stream().anyMatch(it -> name.equals(it) || name.startsWith(it + " "))) {
      return;
    }
    boolean isLeaf = command.getSubcommands().isEmpty() || name.equals("members");
    if (isLeaf && !command.getCommandSpec().optionsMap().containsKey("--json")) {
      without.add(name);
    }
    command
        .getSubcommands()
        .forEach((word, each) -> collect(name.isEmpty() ? word : name + " " + word, each, without));
  }

  /** Runs a command, and checks each line against a schema. */
  private static List<JsonObject> run(
      LocalGroup group, String schema, int code, String... arguments) throws IOException {
    int ended = group.run(arguments);
    assertThat(ended).as(group.errors() + group.output()).isEqualTo(code);
    return documents(group, schema);
  }

  /** Runs a command until it succeeds and shows that: meanwhile nobody may lead, or answer. */
  private static JsonObject once(
      Predicate<JsonObject> shown, LocalGroup group, String schema, String... arguments) {
    return Await.present(
        () -> group.errors() + group.output(),
        () ->
            group.run(arguments) == 0
                ? Optional.of(only(documents(group, schema))).filter(shown)
                : Optional.empty());
  }

  /** What was printed last, each line checked against a schema. */
  private static List<JsonObject> documents(LocalGroup group, String schema) throws IOException {
    List<JsonObject> documents = new ArrayList<>();
    for (String line : group.output().lines().toList()) {
      assertThat(problems(schema, line)).as(line).isEmpty();
      documents.add(JsonParser.parseString(line).getAsJsonObject());
    }
    return documents;
  }

  private static JsonObject only(List<JsonObject> documents) {
    assertThat(documents).hasSize(1);
    return documents.get(0);
  }

  private static Set<?> problems(String schema, String document) throws IOException {
    JsonSchema known =
        FACTORY.getSchema(Files.readString(SCHEMAS.resolve(schema + ".schema.json")));
    return known.validate(document, InputFormat.JSON);
  }
}
