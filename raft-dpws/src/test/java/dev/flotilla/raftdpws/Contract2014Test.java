package dev.flotilla.raftdpws;

import static org.assertj.core.api.Assertions.assertThat;

import dev.flotilla.raftdpws.TestServers.Server;
import java.io.IOException;
import java.io.InputStream;
import java.io.StringReader;
import java.net.URI;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;
import org.xml.sax.InputSource;

/** Clients and servers of 2014, by their bytes. */
class Contract2014Test {
  private static final String RAFT = "http://di.uminho.pt/ws/2014/01/raft";

  @TempDir private Path root;
  private TestServers servers;

  @BeforeEach
  void prepare() {
    servers = new TestServers(root);
    servers.startGroup(3);
  }

  @AfterEach
  void stop() {
    servers.close();
  }

  @Test
  void aCapturedRequestIsExecutedOnceAndAnsweredTwiceTheSame() throws Exception {
    Server leader = servers.leader();
    HttpResponse<String> first = Http.post(leader.device.address(), captured());
    HttpResponse<String> second = Http.post(leader.device.address(), captured());

    assertThat(first.statusCode()).isEqualTo(200);
    assertThat(fields(first.body())).containsExactly("success=true", "result=1:x=5");
    assertThat(fields(second.body())).isEqualTo(fields(first.body()));
    assertThat(leader.machine.uids()).containsExactly("6ef1a710-e56e-11f1-bf54-b7634a0c860b");
  }

  @Test
  void aFollowerAnswersACapturedRequestWithTheLeadersAddress() throws Exception {
    Server follower = servers.aFollower();
    HttpResponse<String> refusal = Http.post(follower.device.address(), captured());

    assertThat(refusal.statusCode()).isEqualTo(200);
    assertThat(fields(refusal.body()))
        .containsExactly("success=false", "leaderAddress=" + servers.leader().device.address());
  }

  @Test
  void aVoteThatNamesNeitherGroupNorSenderIsRefusedWithAReason() {
    Server leader = servers.leader();
    long term = leader.status().progress().term();
    String body =
        "<RequestVoteRequest xmlns='"
            + RAFT
            + "'><term>1000</term><candidateId>http://127.0.0.1:1/RAFT_Service</candidateId>"
            + "<lastLogIndex>1000</lastLogIndex><lastLogTerm>1000</lastLogTerm>"
            + "</RequestVoteRequest>";
    HttpResponse<String> fault =
        Http.post(leader.device.address(), envelope("RequestVote", leader.device.address(), body));

    assertThat(fault.statusCode()).isIn(400, 500);
    assertThat(fault.body()).contains("Fault").contains("peer");
    assertThat(servers.leader()).isSameAs(leader);
    assertThat(leader.status().progress().term()).isEqualTo(term);
  }

  @Test
  void theWsdlAndItsSchemasAreServed() {
    URI service = servers.leader().device.address();

    for (String name : List.of("RAFT_Service.wsdl", "flotilla.wsdl", "raft.xsd", "flotilla.xsd")) {
      HttpResponse<String> document = Http.get(URI.create(service + "/" + name));
      assertThat(document.statusCode()).as(name).isEqualTo(200);
      assertThat(document.body()).as(name).startsWith("<?xml");
    }
  }

  @Test
  void theWsdlNamesTheAddressOfTheServerThatServesIt() {
    for (Server server : servers.all) {
      URI service = server.device.address();
      String wsdl = Http.get(URI.create(service + "/RAFT_Service.wsdl")).body();

      assertThat(wsdl).contains("location=\"" + service + "\"").doesNotContain("{");
    }
  }

  private static String envelope(String operation, URI to, String body) {
    return "<s:Envelope xmlns:s='http://www.w3.org/2003/05/soap-envelope'"
        + " xmlns:a='http://www.w3.org/2005/08/addressing'><s:Header><a:Action>"
        + RAFT
        + "/RAFT_Service/"
        + operation
        + "</a:Action><a:MessageID>urn:uuid:6ef1ce20-e56e-11f1-bf55-b7634a0c860c</a:MessageID><a:To>"
        + to
        + "</a:To></s:Header><s:Body>"
        + body
        + "</s:Body></s:Envelope>";
  }

  private static String captured() throws IOException {
    try (InputStream in = Contract2014Test.class.getResourceAsStream("insert-command-2014.xml")) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  /** The fields of an InsertCommandResponse, read by a parser that is not ours. */
  private static List<String> fields(String envelope) throws Exception {
    DocumentBuilderFactory factory = DocumentBuilderFactory.newInstance();
    factory.setNamespaceAware(true);
    NodeList responses =
        factory
            .newDocumentBuilder()
            .parse(new InputSource(new StringReader(envelope)))
            .getElementsByTagNameNS(RAFT, "InsertCommandResponse");
    assertThat(responses.getLength()).as(envelope).isEqualTo(1);
    List<String> fields = new ArrayList<>();
    NodeList children = responses.item(0).getChildNodes();
    for (int i = 0; i < children.getLength(); i++) {
      if (children.item(i) instanceof Element field) {
        fields.add(field.getLocalName() + "=" + field.getTextContent());
      }
    }
    return fields;
  }
}
