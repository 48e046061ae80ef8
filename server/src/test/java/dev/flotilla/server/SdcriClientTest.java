package dev.flotilla.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.flotilla.raftdpws.wire.RaftNames;
import dev.flotilla.server.jaxb.InsertCommandRequest;
import dev.flotilla.server.jaxb.InsertCommandResponse;
import java.io.StringReader;
import java.nio.file.Path;
import java.util.List;
import java.util.UUID;
import java.util.stream.IntStream;
import javax.xml.namespace.QName;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.somda.sdc.dpws.client.DiscoveryFilter;
import org.somda.sdc.dpws.client.DiscoveryFilterBuilder;
import org.somda.sdc.dpws.service.HostedServiceProxy;
import org.somda.sdc.dpws.service.HostingServiceProxy;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;
import org.xml.sax.InputSource;

/** Somebody with a DPWS stack that is not ours finds a real group, reads it, and commands it. */
@Timeout(300)
final class SdcriClientTest {
  private static final QName DEVICE = new QName(RaftNames.RAFT, RaftNames.DEVICE_TYPE);
  private static final String INSERT = RaftNames.RAFT + "/RAFT_Service/InsertCommand";
  private static final String WSDL = "http://schemas.xmlsoap.org/wsdl/";

  @TempDir private static Path directory;
  private static Cluster cluster;
  private static SdcriClient sdcri;

  @BeforeAll
  static void start() throws Exception {
    cluster = Cluster.found(directory, 3);
    sdcri = new SdcriClient(directory);
  }

  @AfterAll
  static void stop() throws Exception {
    if (sdcri != null) {
      sdcri.close();
    }
    if (cluster != null) {
      cluster.close();
    }
  }

  @Test
  void findsEveryServerByTypeAndByScopeAndNoneByAWrongOne() throws Exception {
    String scope = RaftNames.scope(cluster.group());
    DiscoveryFilter byType = filter().addType(DEVICE).get();
    DiscoveryFilter byScope = filter().addScope(scope).get();
    DiscoveryFilter byBoth = filter().addType(DEVICE).addScope(scope).get();
    DiscoveryFilter wrongType =
        filter().addType(new QName(RaftNames.RAFT, "RAFT_Client")).addScope(scope).get();
    DiscoveryFilter wrongScope =
        filter().addType(DEVICE).addScope(RaftNames.scope(cluster.group() + "-other")).get();

    sdcri.probe(List.of(wrongType, wrongScope, byType, byScope, byBoth));

    for (ServerProcess server : cluster.servers()) {
      String member = server.member();
      assertThat(List.of(byType, byScope, byBoth)).allMatch(one -> sdcri.hasFound(one, member));
      assertThat(List.of(wrongType, wrongScope)).noneMatch(one -> sdcri.hasFound(one, member));
    }
  }

  @Test
  void readsWhatAServerIsAndWhatItServes() throws Exception {
    ServerProcess server = cluster.servers().get(0);
    HostingServiceProxy device = sdcri.connect(server.member());

    assertThat(device.getEndpointReferenceAddress()).isEqualTo(server.member());
    assertThat(device.getTypes()).contains(DEVICE);
    assertThat(device.getThisModel().orElseThrow().getManufacturer().get(0).getValue())
        .isEqualTo("Flotilla");
    assertThat(device.getThisDevice().orElseThrow().getFriendlyName().get(0).getValue())
        .contains(cluster.group());
    HostedServiceProxy service = device.getHostedServices().get(RaftNames.SERVICE);
    assertThat(service.getActiveEprAddress()).isEqualTo(server.address().toString());
    assertThat(service.getType().getTypes())
        .containsExactlyInAnyOrder(
            new QName(RaftNames.RAFT, RaftNames.SERVICE),
            new QName(RaftNames.FLOTILLA, RaftNames.PEER_PORT_TYPE),
            new QName(RaftNames.FLOTILLA, RaftNames.CLIENT_PORT_TYPE),
            new QName(RaftNames.FLOTILLA, RaftNames.ADMIN_PORT_TYPE));
  }

  @Test
  void fetchesAWsdlThatDescribesInsertCommand() throws Exception {
    HostingServiceProxy device = sdcri.connect(cluster.servers().get(0).member());

    List<String> wsdls = sdcri.wsdls(device, RaftNames.SERVICE);

    assertThat(wsdls).anySatisfy(wsdl -> assertThat(operationsOf(wsdl)).contains("InsertCommand"));
  }

  @Test
  void insertsACommandOnceHoweverOftenItAsks() throws Exception {
    HostedServiceProxy leader = serviceOf(cluster.leader());
    InsertCommandRequest request =
        new InsertCommandRequest("urn:uuid:" + UUID.randomUUID(), "x=5", "y,z & <more>");

    InsertCommandResponse first = sdcri.insert(leader, INSERT, request);
    InsertCommandResponse second = sdcri.insert(leader, INSERT, request);

    assertThat(first.isSuccess()).isTrue();
    assertThat(first.result()).isNotEmpty();
    assertThat(first.leaderAddress()).isNull();
    assertThat(second.isSuccess()).isTrue();
    assertThat(second.result()).isEqualTo(first.result());
  }

  @Test
  void isSentOnByAFollower() throws Exception {
    HostedServiceProxy follower = serviceOf(cluster.followers().get(0));
    InsertCommandRequest request =
        new InsertCommandRequest("urn:uuid:" + UUID.randomUUID(), "x=6", "");

    InsertCommandResponse refusal = sdcri.insert(follower, INSERT, request);

    assertThat(refusal.isSuccess()).isFalse();
    assertThat(refusal.leaderAddress()).isEqualTo(cluster.leader().address().toString());
  }

  private static HostedServiceProxy serviceOf(ServerProcess server) throws Exception {
    return sdcri.connect(server.member()).getHostedServices().get(RaftNames.SERVICE);
  }

  private static List<String> operationsOf(String wsdl) throws Exception {
    DocumentBuilderFactory factory = DocumentBuilderFactory.newInstance();
    factory.setNamespaceAware(true);
    NodeList operations =
        factory
            .newDocumentBuilder()
            .parse(new InputSource(new StringReader(wsdl)))
            .getElementsByTagNameNS(WSDL, "operation");
    return IntStream.range(0, operations.getLength())
        .mapToObj(i -> ((Element) operations.item(i)).getAttribute("name"))
        .toList();
  }

  private static DiscoveryFilterBuilder filter() {
    return new DiscoveryFilterBuilder();
  }
}
