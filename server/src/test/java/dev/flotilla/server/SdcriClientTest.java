package dev.flotilla.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.flotilla.raftdpws.wire.RaftNames;
import dev.flotilla.server.jaxb.InsertCommandRequest;
import dev.flotilla.server.jaxb.InsertCommandResponse;
import dev.flotilla.server.jaxb.ReadRequest;
import dev.flotilla.server.jaxb.ReadResponse;
import java.io.StringReader;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import javax.xml.namespace.QName;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.somda.sdc.dpws.client.DiscoveryFilter;
import org.somda.sdc.dpws.client.DiscoveryFilterBuilder;
import org.somda.sdc.dpws.service.HostedServiceProxy;
import org.somda.sdc.dpws.service.HostingServiceProxy;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;
import org.xml.sax.InputSource;

/** Somebody with a DPWS stack that is not ours finds a real group, reads it, and commands it. */
@Tag("full")
final class SdcriClientTest {
  private static final QName DEVICE = new QName(RaftNames.RAFT, RaftNames.DEVICE_TYPE);
  private static final String INSERT = RaftNames.RAFT + "/RAFT_Service/InsertCommand";
  private static final String READ = RaftNames.RAFT + "/RAFT_Service/Read";
  private static final String WSDL = "http://schemas.xmlsoap.org/wsdl/";

  private static final int MAX_PROBES = 5;

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
    QName otherType = new QName(RaftNames.RAFT, "RAFT_Client");
    String otherScope = RaftNames.scope(cluster.group() + "-other");
    Map<Supplier<DiscoveryFilterBuilder>, Set<String>> right = new HashMap<>();
    right.put(() -> filter().addType(DEVICE), new HashSet<>());
    right.put(() -> filter().addScope(scope), new HashSet<>());
    right.put(() -> filter().addType(DEVICE).addScope(scope), new HashSet<>());
    Map<Supplier<DiscoveryFilterBuilder>, Set<String>> wrong = new HashMap<>();
    wrong.put(() -> filter().addType(otherType).addScope(scope), new HashSet<>());
    wrong.put(() -> filter().addType(DEVICE).addScope(otherScope), new HashSet<>());

    Set<String> all = new HashSet<>();
    for (ServerProcess server : cluster.servers()) {
      all.add(server.member());
    }
    // On a busy machine one may answer too late for SDCri.
    for (int i = 0;
        i < MAX_PROBES && right.values().stream().anyMatch(Predicate.not(all::equals));
        i++) {
      probe(List.of(wrong, right), all);
    }

    assertThat(right.values()).containsOnly(all);
    assertThat(wrong.values()).containsOnly(Set.of());
  }

  /** Sends a Probe of each kind, and adds who has answered it. */
  private static void probe(
      List<Map<Supplier<DiscoveryFilterBuilder>, Set<String>>> kinds, Set<String> all)
      throws Exception {
    Map<DiscoveryFilter, Set<String>> found = new HashMap<>();
    for (Map<Supplier<DiscoveryFilterBuilder>, Set<String>> kind : kinds) {
      kind.forEach((filter, members) -> found.put(filter.get().get(), members));
    }
    sdcri.probe(List.copyOf(found.keySet()));
    found.forEach(
        (filter, members) ->
            all.stream().filter(one -> sdcri.hasFound(filter, one)).forEach(members::add));
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
    assertThat(device.getHostedServices().get(RaftNames.EVENTS_PORT_TYPE).getType().getTypes())
        .containsExactly(new QName(RaftNames.FLOTILLA, RaftNames.EVENTS_PORT_TYPE));
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
  void readsBackTheCommandThatItInserted() throws Exception {
    HostedServiceProxy leader = serviceOf(cluster.leader());
    String uid = "urn:uuid:" + UUID.randomUUID();
    InsertCommandResponse inserted =
        sdcri.insert(leader, INSERT, new InsertCommandRequest(uid, "x=7", "y"));

    ReadResponse read = sdcri.read(leader, READ, new ReadRequest(uid));

    assertThat(inserted.isSuccess()).isTrue();
    assertThat(read.isFound()).isTrue();
    assertThat(read).hasToString(uid + " x=7 y");
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
