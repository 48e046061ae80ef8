package dev.flotilla.raftdpws.wire;

import static org.assertj.core.api.Assertions.assertThat;

import dev.flotilla.dpws.soap.Operation;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

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
        RaftOperations.TAKE_SNAPSHOT);
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
}
