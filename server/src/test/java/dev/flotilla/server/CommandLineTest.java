package dev.flotilla.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.flotilla.bdb.Journal;
import dev.flotilla.client.ClientSettings;
import dev.flotilla.raftdpws.RaftDevice;
import dev.flotilla.raftdpws.RaftDeviceSettings;
import dev.flotilla.server.config.OptionDefaults;
import dev.flotilla.testing.Await;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.slf4j.LoggerFactory;
import picocli.CommandLine;

/** Exit codes, and messages of one line that name the remedy. */
@Tag("slow")
class CommandLineTest {
  @TempDir private Path directory;

  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  @Test
  void noCommandIsWrongUsageAndNamesOne() {
    assertThat(run()).isEqualTo(ExitCode.USAGE.number());
    assertThat(err.toString()).contains("flotilla demo");
  }

  @Test
  void everyCommandHasHelp() {
    for (String command : FlotillaCommand.commandLine().getSubcommands().keySet()) {
      assertThat(run(command, "--help")).as(command).isZero();
    }
    assertThat(out.toString()).contains("--group", "--expect", "--data", "DIR");
  }

  @Test
  void onlyTheCommandThatIsUsedIsRead() {
    OptionDefaults defaults = new OptionDefaults(Map.of(), List.of());
    assertThat(FlotillaCommand.commandLine(defaults, "query", "x").getSubcommands())
        .containsOnlyKeys("query");
    assertThat(FlotillaCommand.commandLine(defaults, "quory", "x").getSubcommands())
        .hasSizeGreaterThan(20);
  }

  @Test
  void eachCommandIsCalledAsItIsDeclared() {
    FlotillaCommand.commandLine()
        .getSubcommands()
        .forEach(
            (name, command) ->
                assertThat(name)
                    .isEqualTo(
                        command
                            .getCommandSpec()
                            .userObject()
                            .getClass()
                            .getAnnotation(CommandLine.Command.class)
                            .name()));
  }

  @Test
  void theListsOfCommandsTellOneWholeSentenceOfEach() {
    assertThat(listed(FlotillaCommand.commandLine())).hasSizeGreaterThan(10);
    for (CommandLine command : listed(FlotillaCommand.commandLine())) {
      String[] description = command.getCommandSpec().usageMessage().description();
      assertThat(description[0])
          .as(command.getCommandSpec().qualifiedName())
          .endsWith(".")
          .hasSizeLessThan(68);
    }
  }

  private static List<CommandLine> listed(CommandLine command) {
    return command.getSubcommands().values().stream()
        .flatMap(it -> Stream.concat(Stream.of(it), listed(it).stream()))
        .toList();
  }

  @Test
  void wrongUsageIsOneLineThatNamesTheHelp() {
    for (String wrong :
        List.of(
            "",
            "nonsense",
            "insert x",
            "status --timeout abc",
            "read --group g uid extra",
            "server --no-such-option",
            "journal",
            "journal dump",
            "log",
            "log verify",
            "log dump",
            "log dump --from 0 DIR",
            "log dump --from 7 --to 6 DIR")) {
      err.getBuffer().setLength(0);
      String[] words = wrong.isEmpty() ? new String[0] : wrong.split(" ", -1);
      assertThat(run(words)).as(wrong).isEqualTo(ExitCode.USAGE.number());
      assertThat(err.toString()).as(wrong).contains("see flotilla", "--help").hasLineCount(1);
    }
  }

  @ParameterizedTest
  @CsvSource(
      quoteCharacter = '"',
      value = {
        "sevrer, there is no command 'sevrer'; did you mean server",
        "keys isue, there is no command 'isue'; did you mean issue",
        "status --gruop g, there is no option '--gruop'; did you mean --group",
        "kv --group g get a, write --group after 'flotilla kv get'",
        "insert --gruop g x, there is no option '--gruop'; did you mean --group",
        "server --group --expct 3, --expct",
        "keys init hall --members two, 'two' is no whole number",
        "watch --group g --from x, 'x' is no whole number",
        "status --servers http://[, 'http://[' is no URL",
        "read --group -g, -g",
      })
  void aSlipOfTheFingerIsExplained(String line, String explanation) {
    assertThat(run(line.split(" ", -1))).isEqualTo(ExitCode.USAGE.number());
    assertThat(err.toString()).contains(explanation).hasLineCount(1);
  }

  @Test
  void aPathThatTheLocaleCannotNameIsExplained() {
    assertThat(run("keys", "show", "K\0hl")).isEqualTo(ExitCode.USAGE.number());
    assertThat(err.toString()).contains("is no path in this locale", "LC_ALL=C.UTF-8");
    assertThat(ClientOptions.addressFile("g", Map.of("HOME", "J\0rg"))).isEmpty();
    assertThat(ClientOptions.addressFile("g", Map.of("XDG_CACHE_HOME", "c\0"))).isEmpty();
  }

  @Test
  void aBackupThatIsMissingIsSaid() {
    String nosuch = path("nosuch");
    assertThat(run("restore", nosuch, "--data", path("d"), "--group", "g"))
        .isEqualTo(ExitCode.NEGATIVE.number());
    assertThat(err.toString()).contains(nosuch + " does not exist").doesNotContain("room");
    assertThat(run("restore", path("."), "--data", path("d"), "--group", "g"))
        .isEqualTo(ExitCode.NEGATIVE.number());
    assertThat(err.toString()).contains("is a directory; name a file");
  }

  @Test
  void anInterfaceThatIsMissingHasOneExitCode() {
    for (String line :
        List.of(
            "server --group g --expect 1 --insecure --interface nosuch0 --data " + path("d"),
            "status --group g --interface nosuch0",
            "insert --group g --interface nosuch0 x")) {
      err.getBuffer().setLength(0);
      assertThat(run(line.split(" ", -1))).as(line).isEqualTo(ExitCode.NETWORK.number());
      assertThat(err.toString()).as(line).contains("no network interface nosuch0");
    }
  }

  @Test
  void theHelpTellsEveryExitCode() {
    assertThat(run("--help")).isZero();
    for (ExitCode code : ExitCode.values()) {
      assertThat(out.toString()).containsPattern("[ \n]" + code.number() + " ");
    }
  }

  @Test
  void anErrorIsLoggedWithItsCausesAndNoStackFrame() {
    Exception thrown = new IOException("cannot write", new IOException("no space is left"));
    String logged =
        logged(() -> LoggerFactory.getLogger("dev.flotilla.node.RaftNode").error("stops", thrown));
    assertThat(logged)
        .contains("stops", "cannot write", "no space is left")
        .doesNotContain("\tat ");
  }

  @Test
  void aMachineWithoutANetworkCardIsNoReasonToWarn() {
    String netty = "io.netty.util.internal.MacAddressUtil";
    assertThat(logged(() -> LoggerFactory.getLogger(netty).warn("no usable hardware address")))
        .isEmpty();
  }

  private static String logged(Runnable logging) {
    PrintStream before = System.err;
    ByteArrayOutputStream caught = new ByteArrayOutputStream();
    System.setErr(new PrintStream(caught, true, StandardCharsets.UTF_8));
    try {
      logging.run();
    } finally {
      System.setErr(before);
    }
    return caught.toString(StandardCharsets.UTF_8);
  }

  @Test
  void aUidThatIsNoneIsWrongUsage() {
    assertThat(run("insert", "--forget", "--group", "g", "--uid", "", "x"))
        .isEqualTo(ExitCode.USAGE.number());
    assertThat(run("insert", "--forget", "--group", "g", "--uid", "u".repeat(257), "x"))
        .isEqualTo(ExitCode.USAGE.number());
    assertThat(err.toString()).contains("--uid has 1 to 256 characters").hasLineCount(2);
  }

  @Test
  void aPortInUseIsSaidWithItsNumber() throws IOException {
    try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      String port = Integer.toString(taken.getLocalPort());
      int code =
          run("server", "--group", "g", "--expect", "1", "--data", path("data"), "--port", port);
      assertThat(code).isEqualTo(ExitCode.PORT_IN_USE.number());
      assertThat(err.toString()).contains(port).hasLineCount(1);
    }
  }

  @Test
  void aDirectoryThatIsNotAServersIsRefusedAndLeftAsItWas() throws IOException {
    Path foreign = Files.createDirectory(directory.resolve("photos"));
    Files.writeString(foreign.resolve("holiday.txt"), "sun");
    int code = run("server", "--group", "g", "--expect", "1", "--data", foreign.toString());
    assertThat(code).isEqualTo(ExitCode.DIRECTORY_REFUSED.number());
    assertThat(err.toString()).contains(foreign.toString()).hasLineCount(1);
    try (var files = Files.list(foreign)) {
      assertThat(files).containsExactly(foreign.resolve("holiday.txt"));
    }
  }

  @Test
  void aDirectoryThatCannotBeMadeIsRefused() throws IOException {
    Path file = Files.writeString(directory.resolve("file"), "no directory");
    int code = run("server", "--group", "g", "--expect", "1", "--data", file + "/data");
    assertThat(code).isEqualTo(ExitCode.DIRECTORY_REFUSED.number());
    assertThat(err.toString()).hasLineCount(1);
  }

  @Test
  void aNewServerWithoutGroupIsToldWhatIsMissing() {
    assertThat(run("server")).isEqualTo(ExitCode.USAGE.number());
    assertThat(err.toString()).contains("--data").contains("--expect");
  }

  @Test
  void aFileInPlaceOfADirectoryIsSaidWithWhatToLookAt() throws Exception {
    Path data = directory.resolve("data");
    RaftDeviceSettings settings =
        RaftDeviceSettings.builder(data).group("g").expect(1).withoutDiscovery().build();
    try (RaftDevice server = RaftDevice.start(settings, new Journal())) {
      server.founded().toCompletableFuture().get(Await.limitSeconds(), TimeUnit.SECONDS);
    }
    Path machine = data.resolve("machine");
    Files.move(machine, directory.resolve("aside"));
    Files.writeString(machine, "no directory");
    assertThat(run("server", "--data", data.toString())).isEqualTo(ExitCode.DISK.number());
    assertThat(err.toString())
        .contains("FileAlreadyExists", machine.toString(), "see to its files")
        .hasLineCount(1);
  }

  @Test
  void theStateMachineOfADirectoryIsNotChanged() throws Exception {
    Path data = directory.resolve("data");
    RaftDeviceSettings settings =
        RaftDeviceSettings.builder(data).group("g").expect(1).withoutDiscovery().build();
    try (RaftDevice server = RaftDevice.start(settings, new Journal())) {
      server.founded().toCompletableFuture().get(Await.limitSeconds(), TimeUnit.SECONDS);
    }
    String[] line = {"server", "--data", data.toString(), "--state-machine", "key-value"};
    assertThat(run(line)).isEqualTo(ExitCode.DIRECTORY_REFUSED.number());
    assertThat(err.toString())
        .contains("holds a journal, not a key-value store", "the state machine that it had")
        .hasLineCount(1);
  }

  @Test
  void intervalsThatDoNotFitAreRefusedInOneLine() {
    for (List<String> wrong :
        List.of(
            List.of("--election-timeout", "150"),
            List.of("--election-timeout", "300-150"),
            List.of("--heartbeat", "51"),
            List.of("--heartbeat", "1"),
            List.of("--election-timeout", "100-300000"))) {
      err.getBuffer().setLength(0);
      List<String> line =
          new ArrayList<>(List.of("server", "--group", "g", "--expect", "1", "--data", path("d")));
      line.addAll(wrong);
      assertThat(run(line.toArray(String[]::new))).isEqualTo(ExitCode.USAGE.number());
      assertThat(err.toString()).containsAnyOf("MIN-MAX", "heartbeat", " ms").hasLineCount(1);
    }
    assertThat(directory.resolve("d")).doesNotExist();
  }

  @Test
  @Tag("full")
  void aDamagedLogRefusesTheStartIfToldSoAndNothingIsChanged() throws Exception {
    Path data = directory.resolve("server-1");
    try (Cluster cluster = Cluster.found(directory, 1);
        CommandLoad load =
            new CommandLoad(ClientSettings.of(cluster.group()), cluster.runtime(), 2)) {
      cluster.await("200 acknowledgements", () -> load.acknowledgedCount() >= 200);
      load.stop();
      cluster.servers().get(0).stop();
    }
    DataFiles.flipOneByteOfTheLog(data);
    Map<String, String> before = DataFiles.digests(data);
    assertThat(run("server", "--data", data.toString(), "--on-damage", "refuse"))
        .isEqualTo(ExitCode.DAMAGED.number());
    assertThat(err.toString()).contains(data.toString()).hasLineCount(1);
    assertThat(DataFiles.digests(data)).isEqualTo(before);
  }

  @Test
  void aDirectoryInUseIsSaid() throws Exception {
    try (Cluster cluster = Cluster.found(directory, 1)) {
      String data = cluster.servers().get(0).directory().toString();
      assertThat(run("server", "--data", data)).isEqualTo(ExitCode.DIRECTORY_IN_USE.number());
    }
  }

  @Test
  void anUnknownGroupIsSaidWithinTheTimeout() {
    String group = "nobody-" + UUID.randomUUID().toString().substring(0, 8);
    assertThat(run("insert", "--forget", "--timeout", "300ms", "--group", group, "x"))
        .isEqualTo(ExitCode.UNAVAILABLE.number());
    assertThat(err.toString()).contains("no server of the group", "is one running");
    assertThat(
            run(
                "insert",
                "--forget",
                "--timeout",
                "300ms",
                "--group",
                group,
                "--uid",
                "urn:uuid:1",
                "x"))
        .as("what came of an earlier attempt is not known")
        .isEqualTo(ExitCode.UNKNOWN.number());
    assertThat(run("read", "--forget", "--timeout", "300ms", "--group", group, "urn:uuid:1"))
        .isEqualTo(ExitCode.UNAVAILABLE.number());
    assertThat(run("status", "--forget", "--timeout", "300ms", "--group", group))
        .isEqualTo(ExitCode.UNAVAILABLE.number());
  }

  @Test
  void aStatusThatNobodyAnswersTriesForAsLongAsItIsTold() {
    String group = "nobody-" + UUID.randomUUID().toString().substring(0, 8);
    long beginNanos = System.nanoTime();
    assertThat(run("status", "--forget", "--timeout", "1500ms", "--group", group))
        .isEqualTo(ExitCode.UNAVAILABLE.number());
    assertThat(Duration.ofNanos(System.nanoTime() - beginNanos))
        .isGreaterThanOrEqualTo(Duration.ofMillis(1_500));
  }

  @Test
  void aTimeoutThatIsNoneIsRefusedByEveryCommand() {
    assertThat(run("status", "--forget", "--timeout", "0")).isEqualTo(ExitCode.USAGE.number());
    assertThat(run("insert", "--forget", "--timeout", "0", "--group", "g", "x"))
        .isEqualTo(ExitCode.USAGE.number());
    assertThat(err.toString()).contains("--timeout is 1 ms to").hasLineCount(2);
  }

  @Test
  void theStatusOfAllGroupsAsksTheServersThatAreNamed() throws Exception {
    String group = "silent-" + UUID.randomUUID().toString().substring(0, 8);
    RaftDeviceSettings settings =
        RaftDeviceSettings.builder(directory.resolve("silent"))
            .group(group)
            .expect(1)
            .withoutDiscovery()
            .build();
    try (RaftDevice silent = RaftDevice.start(settings, new Journal())) {
      String server = silent.address().toString();
      assertThat(run("status", "--forget", "--timeout", "60", "--servers", server)).isZero();
      assertThat(out.toString()).contains("group " + group, server);
    }
  }

  @Test
  void addressesThatAreNoneAreRefusedByEveryCommand() {
    for (String command : List.of("status", "insert --group g x", "read --group g")) {
      String[] words = (command + " --forget --servers ftp://host/").split(" ", -1);
      assertThat(run(words)).as(command).isEqualTo(ExitCode.USAGE.number());
    }
    assertThat(err.toString()).contains("ftp://host/").hasLineCount(3);
  }

  @Test
  @Tag("full")
  void aGroupMadeAnewIsRefusedWithTheOptionThatForgets() throws Exception {
    String group = "anew-" + UUID.randomUUID().toString().substring(0, 8);
    Map<String, String> environment = Map.of("XDG_CACHE_HOME", path("cache"));
    for (String incarnation : List.of("first", "second")) {
      try (ServerProcess server = ServerProcess.found(directory.resolve(incarnation), group, 1)) {
        String address = server.address().toString();
        String[] insert = {"insert", "--group", group, "--timeout", "60", "--servers", address};
        boolean isFirst = incarnation.equals("first");
        if (!isFirst) {
          CommandProcess refused = inItsOwn(environment, insert, "x");
          assertThat(refused.exitCode()).isEqualTo(ExitCode.UNAVAILABLE.number());
          assertThat(refused.errors())
              .contains("--forget", path("cache/flotilla/" + group + ".addresses"))
              .hasLineCount(1);
        }
        String[] options = isFirst ? new String[] {"x"} : new String[] {"--forget", "x"};
        assertThat(inItsOwn(environment, insert, options).exitCode()).isZero();
      }
    }
  }

  private CommandProcess inItsOwn(
      Map<String, String> environment, String[] command, String... options) throws Exception {
    String[] all = Stream.concat(Stream.of(command), Stream.of(options)).toArray(String[]::new);
    return CommandProcess.run(List.of(), environment, directory, all);
  }

  @Test
  void insertsReadsShowsAndDumpsWhatWasInserted() throws Exception {
    try (Cluster cluster = Cluster.found(directory, 3)) {
      String group = cluster.group();
      String uid = "urn:uuid:" + UUID.randomUUID();
      assertThat(patiently("insert", "--group", group, "--uid", uid, "x=5", "y,z")).isZero();
      String first = out.toString();
      assertThat(first).startsWith(uid + "\texecuted\t");
      assertThat(patiently("insert", "--group", group, "--uid", uid, "x=5", "y,z")).isZero();
      assertThat(out.toString()).isEqualTo(first + first);

      assertThat(patiently("read", "--group", group, uid)).isZero();
      assertThat(out.toString()).contains("command     x=5", "parameters  y,z");
      assertThat(patiently("read", "--group", group, "urn:uuid:" + UUID.randomUUID()))
          .isEqualTo(ExitCode.NEGATIVE.number());
      String leader = cluster.leader().member();
      List<String> told =
          List.of("leader", "follower", leader, "no snapshot; log: ", " entries behind");
      // Nobody leads during an election.
      Await.until(
          out::toString,
          () ->
              patiently("status", "--group", group) == 0
                  && told.stream().allMatch(out.toString()::contains));
      assertThat(patiently("status")).isZero();

      for (ServerProcess server : cluster.servers()) {
        server.stop();
      }
      String data = cluster.anyDirectory().toString();
      assertThat(run("journal", "dump", data)).isZero();
      assertThat(out.toString()).contains("\t" + uid + "\tx=5\ty,z\ttrue\t");
    }
  }

  @Test
  void optionsOutOfRangeAreWrongUsage() {
    String[] server = {"server", "--group", "g", "--expect", "1", "--data", path("data")};
    for (String wrong :
        List.of("--priority=101", "--lease-reads=-1", "--state-machine=x", "--on-damage=no")) {
      String[] line = Stream.concat(Stream.of(server), Stream.of(wrong)).toArray(String[]::new);
      assertThat(run(line)).as(wrong).isEqualTo(ExitCode.USAGE.number());
    }
    assertThat(err.toString())
        .contains("within 0 and 100, not 101", "1000000, not -1", "key-value or recipes, not 'x'")
        .contains("replace or refuse, not 'no'");
    assertThat(directory.resolve("data")).doesNotExist();
  }

  private int patiently(String command, String... arguments) {
    List<String> words = new ArrayList<>(List.of(command, "--forget", "--timeout", "60"));
    words.addAll(List.of(arguments));
    return run(words.toArray(String[]::new));
  }

  private int run(String... arguments) {
    return FlotillaCommand.commandLine(new OptionDefaults(System.getenv(), List.of()), arguments)
        .setOut(new PrintWriter(out, true))
        .setErr(new PrintWriter(err, true))
        .execute(arguments);
  }

  private String path(String name) {
    return directory.resolve(name).toString();
  }
}
