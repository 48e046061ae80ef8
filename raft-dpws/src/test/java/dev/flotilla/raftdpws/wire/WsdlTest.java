package dev.flotilla.raftdpws.wire;

import static org.assertj.core.api.Assertions.assertThat;

import dev.flotilla.dpws.soap.Operation;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import javax.xml.namespace.QName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class WsdlTest {
  static Stream<Operation<?, ?>> operations() {
    return Stream.of(
        RaftOperations.INSERT_COMMAND,
        RaftOperations.READ,
        RaftOperations.OPEN_SESSION,
        RaftOperations.APPEND_ENTRIES,
        RaftOperations.REQUEST_VOTE,
        RaftOperations.PRE_VOTE,
        RaftOperations.TIMEOUT_NOW,
        RaftOperations.READ_INDEX,
        RaftOperations.INSTALL_SNAPSHOT,
        RaftOperations.FOUND,
        RaftOperations.STATUS,
        RaftOperations.ADD_MEMBER,
        RaftOperations.READMIT,
        RaftOperations.REMOVE_MEMBER,
        RaftOperations.PROMOTE,
        RaftOperations.TRANSFER_LEADERSHIP,
        RaftOperations.TAKE_SNAPSHOT,
        RaftOperations.CONFIRM_SILENCE,
        RaftOperations.READ_SNAPSHOT,
        RaftOperations.READ_REVOCATIONS);
  }

  @ParameterizedTest
  @MethodSource("operations")
  void bothActionsOfEveryOperationStandInAWsdl(Operation<?, ?> operation) {
    String wsdl =
        PublishedSchema.resource("RAFT_Service.wsdl") + PublishedSchema.resource("flotilla.wsdl");

    assertThat(wsdl)
        .contains("wsam:Action=\"" + operation.action() + "\"")
        .contains("wsam:Action=\"" + operation.responseAction() + "\"");
  }

  @ParameterizedTest
  @ValueSource(strings = {"RAFT_Service.wsdl", "flotilla.wsdl", "RaftEvents.wsdl"})
  void aStrictReaderFindsTheElementOfEveryMessagePart(String name) {
    WsdlReader wsdl = WsdlReader.of(PublishedSchema.resource(name));

    assertThat(wsdl.parts()).isNotEmpty().allMatch(wsdl::resolves);
  }

  @Test
  void aStrictReaderMissesPartsOfASchemaWithoutANamespace() {
    WsdlReader wsdl =
        WsdlReader.of(
            PublishedSchema.resource("RAFT_Service.wsdl")
                .replaceAll("<xs:schema targetNamespace=\"[^\"]*\">", "<xs:schema>"));

    assertThat(wsdl.parts()).isNotEmpty().noneMatch(wsdl::resolves);
  }

  @ParameterizedTest
  @ValueSource(strings = {"RAFT_Service.wsdl", "flotilla.wsdl", "RaftEvents.wsdl"})
  void aBindingHoldsOnlyWhatTheParserOf2014Reads(String name) {
    // It ends at the end of any element in a binding that is neither its first nor an operation.
    for (List<String> children : WsdlReader.of(PublishedSchema.resource(name)).bindingChildren()) {
      assertThat(children.get(0)).isEqualTo("soap12:binding");
      assertThat(children.subList(1, children.size())).containsOnly("wsdl:operation");
    }
  }

  @Test
  void theServiceHasAPortForEveryBinding() {
    WsdlReader contract = WsdlReader.of(PublishedSchema.resource("RAFT_Service.wsdl"));
    List<QName> bindings = new ArrayList<>(contract.bindings());
    bindings.addAll(WsdlReader.of(PublishedSchema.resource("flotilla.wsdl")).bindings());

    assertThat(bindings).hasSize(4);
    assertThat(contract.boundPorts()).containsExactlyElementsOf(bindings);
    assertThat(contract.addresses()).hasSameSizeAs(bindings).containsOnly("{service-address}");
  }

  @Test
  void theServiceOfEventsHasItsOwnPort() {
    WsdlReader events = WsdlReader.of(PublishedSchema.resource("RaftEvents.wsdl"));

    assertThat(events.boundPorts()).containsExactlyElementsOf(events.bindings()).hasSize(1);
    assertThat(events.addresses()).containsExactly("{service-address}");
    RaftEvents.published()
        .forEach(
            event ->
                assertThat(PublishedSchema.resource("RaftEvents.wsdl"))
                    .contains("wsam:Action=\"" + event.action() + "\""));
  }

  @ParameterizedTest
  @ValueSource(strings = {"RAFT_Service.wsdl", "flotilla.wsdl"})
  void noNotificationKeepsAToolFromMakingAClient(String name) {
    String wsdl = PublishedSchema.resource(name);

    assertThat(wsdl.split("<wsdl:input message=", -1))
        .hasSameSizeAs(wsdl.split("<wsdl:output message=", -1))
        .hasSizeGreaterThan(1);
    assertThat(wsdl).doesNotContain("EventSource");
  }
}
