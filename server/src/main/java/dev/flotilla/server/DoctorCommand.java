package dev.flotilla.server;

import dev.flotilla.client.dpws.WireClient;
import dev.flotilla.raftdpws.message.StatusResponse;
import dev.flotilla.server.doctor.ClockCheck;
import dev.flotilla.server.doctor.DiskCheck;
import dev.flotilla.server.doctor.Finding;
import dev.flotilla.server.doctor.HostCheck;
import dev.flotilla.server.doctor.KeysCheck;
import dev.flotilla.server.doctor.NetworkCheck;
import dev.flotilla.server.json.DiagnosisJson;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Looks at this host, and says in one line each what is wrong and what to do. */
@CommandLine.Command(
    name = "doctor",
    description = {
      "Looks at this host for what keeps a server or client from working.",
      "Prints a line for each check: 'ok' or 'WRONG', what was checked, and what to do. Exit code 1"
          + " if",
      "something is wrong. Give it the options that the server or client has. With --group it asks"
          + " the",
      "members, too, and compares their clocks with that of this host."
    })
final class DoctorCommand implements Callable<Integer> {
  @Spec private CommandSpec spec = CommandSpec.create();
  @Mixin private ClientOptions client = new ClientOptions();
  @Mixin private JsonOption json = new JsonOption();

  @Option(names = "--group", paramLabel = "G", description = "The group to ask.")
  private @Nullable String group;

  @Option(
      names = "--data",
      paramLabel = "DIR",
      description = "The data directory of a server. Default: the working directory.")
  private Path data = Path.of("");

  @Option(
      names = "--port",
      paramLabel = "P",
      defaultValue = "0",
      description = "A port at which a server is to listen.")
  private int port;

  @Override
  public Integer call() {
    List<Finding> findings = new ArrayList<>();
    findings.add(HostCheck.java());
    findings.add(HostCheck.files());
    List<Finding> network = NetworkCheck.interfaces(client.network().interfaces());
    findings.addAll(network);
    findings.add(NetworkCheck.port(port));
    findings.add(DiskCheck.of(data));
    client.keys().ifPresent(keys -> findings.add(KeysCheck.of(keys, Instant.now())));
    if (group != null) {
      findings.addAll(ofGroup(group));
    }
    print(findings);
    return findings.stream().allMatch(Finding::isWell)
        ? ExitCode.OK.number()
        : ExitCode.NEGATIVE.number();
  }

  private List<Finding> ofGroup(String name) {
    List<Finding> findings = new ArrayList<>();
    try (WireClient connected = client.connect(name)) {
      List<StatusResponse> servers = connected.responses().join();
      if (servers.isEmpty()) {
        String why = MemberRoll.unanswered("group " + name, connected.explanation());
        return List.of(new Finding("group", false, why));
      }
      findings.addAll(ClockCheck.of(servers, System.currentTimeMillis()));
      findings.add(HostCheck.versions(servers));
      GroupHealth health = GroupHealth.of(servers, Instant.now());
      health.problems().forEach(it -> findings.add(new Finding("group", false, it)));
      if (health.isHealthy()) {
        findings.add(new Finding("group", true, name + " is healthy"));
      }
    } catch (CommandFailure e) {
      findings.add(new Finding("group", false, "cannot be asked: " + e.getMessage()));
    }
    return findings;
  }

  private void print(List<Finding> findings) {
    PrintWriter out = spec.commandLine().getOut();
    if (!json.print(out, DiagnosisJson.of(findings))) {
      findings.forEach(
          it -> out.println((it.isWell() ? "ok     " : "WRONG  ") + it.check() + ": " + it.text()));
      out.flush();
    }
  }
}
