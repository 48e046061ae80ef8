package dev.flotilla.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.flotilla.raftdpws.wire.RaftNames;
import java.net.URI;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A conversation of a client of 2014 with real processes: first contact, election, fault. */
@Tag("full")
class Conversation2014ProcessTest {
  private static final int MAX_ATTEMPTS = 200;
  private static final String CAPTURED_UID = "6ef1a710-e56e-11f1-bf54-b7634a0c860b";

  @TempDir private Path directory;

  @Test
  void aConversationGoesOnAfterTheLeaderIsKilled() throws Exception {
    try (Cluster cluster = Cluster.found(directory, 3)) {
      ServerProcess leader = cluster.leader();
      URI service = cluster.followers().get(0).address();
      askForMetadata(service);

      URI first = execute(service, "x=0");
      leader.kill();
      URI second = execute(service, "x=1");

      assertThat(first).isEqualTo(leader.address());
      assertThat(second).isNotEqualTo(first);
      askForMetadata(second);
    }
  }

  @Test
  @Tag("full")
  void aConversationGoesOnAfterAFault() throws Exception {
    try (Cluster cluster = Cluster.found(directory, 1)) {
      URI service = cluster.leader().address();
      execute(service, "x=0");

      HttpResponse<String> fault =
          PlainSoap.post(service, attempt("x=1").replace("n1:command", "n1:unknown"));
      assertThat(fault.statusCode()).isIn(400, 500);
      assertThat(fault.body()).contains("Fault>").contains("Sender");

      assertThat(execute(service, "x=1")).isEqualTo(service);
    }
  }

  /** First contact with a bare URL: an empty body asks for everything. */
  private static void askForMetadata(URI service) throws Exception {
    HttpResponse<String> metadata =
        PlainSoap.post(
            service,
            PlainSoap.request(
                "http://schemas.xmlsoap.org/ws/2004/09/mex/GetMetadata/Request", service, ""));
    String wsdl = service + "/RAFT_Service.wsdl";

    assertThat(metadata.statusCode()).isEqualTo(200);
    assertThat(metadata.body()).contains(">" + wsdl + "<");
    assertThat(PlainSoap.get(URI.create(wsdl)).body()).contains("location=\"" + service + "\"");
  }

  /** Follows each address that it gets, with a new uid each time, until the command is executed. */
  private static URI execute(URI service, String command) throws Exception {
    URI asked = service;
    for (int i = 0; i < MAX_ATTEMPTS; i++) {
      HttpResponse<String> answer = PlainSoap.post(asked, attempt(command));
      assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
      Map<String, String> fields = PlainSoap.fields(answer.body());
      if (fields.get("success").equals("true")) {
        return asked;
      }
      assertThat(fields.get("leaderAddress")).isNotNull().isNotEqualTo(RaftNames.UNKNOWN_LEADER);
      asked = reachable(URI.create(fields.get("leaderAddress")), service);
    }
    throw new AssertionError("not executed after " + MAX_ATTEMPTS + " attempts: " + command);
  }

  /** Whom the client asks next: one that does not answer is replaced by one it knows. */
  private static URI reachable(URI named, URI known) throws InterruptedException {
    try {
      PlainSoap.get(URI.create(named + "/RAFT_Service.wsdl"));
      return named;
    } catch (InterruptedException e) {
      throw e;
    } catch (Exception e) {
      return known;
    }
  }

  private static String attempt(String command) throws Exception {
    return PlainSoap.captured2014()
        .replace(CAPTURED_UID, UUID.randomUUID().toString())
        .replace(">x=5<", ">" + command + "<");
  }
}
