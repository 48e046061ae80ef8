package dev.flotilla.bench.harness.management;

import static dev.flotilla.bench.harness.management.Messages2014.read;
import static dev.flotilla.bench.harness.management.Messages2014.resource;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.flotilla.dpws.soap.BodyReader;
import dev.flotilla.dpws.soap.EmptyBody;
import dev.flotilla.dpws.xml.XmlException;
import java.net.URI;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class ManagementCodecTest {
  private static final String NAMESPACE = " xmlns='http://gsd.di.uminho.pt/ws/2014/01/management'";
  private static final BodyReader<List<Parameter>> PARAMETERS =
      ManagementOperations.SET_PARAMETERS.requestReader();
  private static final BodyReader<ServerAddresses> MEMBERSHIP =
      ManagementOperations.SET_MEMBERSHIP.requestReader();

  @Test
  void parametersAreReadAsAManagerOf2014WritesThem() throws Exception {
    assertThat(read(PARAMETERS, resource("set-parameters-of-a-client.xml")))
        .containsExactly(
            new Parameter("num_invocations", "120"), new Parameter("invocation_timeout", "0"));
    assertThat(read(PARAMETERS, resource("set-parameters-of-a-server.xml")))
        .containsExactly(
            new Parameter("election_timeout", "166"), new Parameter("state", "Leader"));
  }

  @Test
  void aMembershipIsReadAsAManagerOf2014WritesIt() throws Exception {
    assertThat(read(MEMBERSHIP, resource("set-membership.xml")).all())
        .containsExactly(
            URI.create("http://192.0.2.2:20002/RAFT_Service"),
            URI.create("http://[2001:db8::1]:20001/RAFT_Service"));
    assertThat(read(MEMBERSHIP, resource("set-membership-of-a-single-server.xml")).all()).isEmpty();
  }

  @Test
  void theOtherRequestsAreReadAsAManagerOf2014WritesThem() throws Exception {
    assertThat(read(ManagementOperations.WRITE_STATS.requestReader(), resource("write-stats.xml")))
        .isEqualTo("raft_1s_1c_120x_0ms_0.csv");
    assertThat(read(ManagementOperations.STOP.requestReader(), resource("stop.xml")))
        .isEqualTo(EmptyBody.EMPTY);
    assertThat(read(ManagementOperations.START_DISSEMINATION.requestReader(), ""))
        .isEqualTo(EmptyBody.EMPTY);
  }

  @Test
  void moreThanSixteenParametersAreRejected() throws Exception {
    assertThat(read(PARAMETERS, parameters(16))).hasSize(16);
    assertRejected(PARAMETERS, parameters(17), "17 parameters; at most 16");
  }

  @Test
  void aParameterThatIsTooLongIsRejected() {
    assertRejected(PARAMETERS, parameter("n".repeat(65), "1"), "name of a parameter has 65");
    assertRejected(PARAMETERS, parameter("n", "1".repeat(257)), "value of a parameter has 257");
  }

  @Test
  void aMembershipOfMoreThanFifteenServersIsRejected() throws Exception {
    assertThat(read(MEMBERSHIP, membership(15)).count()).isEqualTo(15);
    assertRejected(MEMBERSHIP, membership(16), "16 servers; at most 15");
  }

  @Test
  void anAddressThatIsNoneOfAServerIsRejected() {
    for (String address :
        List.of("", "urn:uuid:1", "http://name:1/RAFT_Service", "ftp://192.0.2.1:1/", "file:/x")) {
      assertRejected(MEMBERSHIP, membership(address), "not the address of a server");
    }
  }

  @Test
  void aFileNameThatIsTooLongIsRejected() {
    assertRejected(
        ManagementOperations.WRITE_STATS.requestReader(),
        "<Filename" + NAMESPACE + ">" + "a".repeat(129) + "</Filename>",
        "129 characters");
  }

  private static void assertRejected(BodyReader<?> reader, String body, String reason) {
    assertThatThrownBy(() -> read(reader, body))
        .isInstanceOf(XmlException.class)
        .hasMessageContaining(reason);
  }

  private static String parameters(int count) {
    return "<SetParameters"
        + NAMESPACE
        + ">"
        + "<Parameter><Name>n</Name><Value>1</Value></Parameter>".repeat(count)
        + "</SetParameters>";
  }

  private static String parameter(String name, String value) {
    return "<SetParameters"
        + NAMESPACE
        + "><Parameter><Name>%s</Name><Value>%s</Value></Parameter>".formatted(name, value)
        + "</SetParameters>";
  }

  private static String membership(int count) {
    return membership(
        IntStream.rangeClosed(1, count)
            .mapToObj(i -> "http://192.0.2.1:" + i + "/RAFT_Service")
            .toArray(String[]::new));
  }

  private static String membership(String... addresses) {
    return "<NewMembership"
        + NAMESPACE
        + ">"
        + List.of(addresses).stream()
            .map(address -> "<Endpoint>" + address + "</Endpoint>")
            .collect(Collectors.joining())
        + "</NewMembership>";
  }
}
