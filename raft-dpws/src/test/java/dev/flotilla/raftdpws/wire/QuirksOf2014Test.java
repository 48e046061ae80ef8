package dev.flotilla.raftdpws.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.flotilla.dpws.soap.BodyReader;
import dev.flotilla.dpws.soap.SoapReader;
import dev.flotilla.dpws.xml.XmlException;
import dev.flotilla.dpws.xml.XmlLimits;
import dev.flotilla.dpws.xml.XmlReader;
import dev.flotilla.raft.model.Bytes;
import dev.flotilla.raft.model.LogPosition;
import dev.flotilla.raftdpws.message.ClientForm;
import dev.flotilla.raftdpws.message.InsertCommandResponse;
import dev.flotilla.raftdpws.message.ReadResponse;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

/** What clients and servers of 2014 write otherwise than we do. */
class QuirksOf2014Test {
  private static final String TYPES =
      " xmlns:n1='http://di.uminho.pt/ws/2014/01/raft'"
          + " xmlns:n2='http://www.w3.org/2001/XMLSchema-instance'";
  private static final String PEER =
      "<f:peer xmlns:f='urn:flotilla:raft:2026'><f:version>1</f:version><f:group>g</f:group>"
          + "<f:from><f:id>urn:uuid:00000000-0000-0000-0000-000000000001</f:id>"
          + "<f:incarnation>00000000000000000000000000000001</f:incarnation></f:from>"
          + "<f:to><f:id>urn:uuid:00000000-0000-0000-0000-000000000002</f:id>"
          + "<f:incarnation>00000000000000000000000000000002</f:incarnation></f:to>"
          + "<f:sequence>7</f:sequence></f:peer>";

  @Test
  void theResultMayStandBeforeTheSuccess() throws Exception {
    InsertCommandResponse response =
        read(
            RaftOperations.INSERT_COMMAND.responseReader(),
            "<n1:InsertCommandResponse"
                + TYPES
                + " n2:type='n1:CommandResultType'><n1:result n2:type='n3:string'"
                + " xmlns:n3='http://www.w3.org/2001/XMLSchema'>42</n1:result>"
                + "<n1:success>true</n1:success></n1:InsertCommandResponse>");

    assertThat(response).isEqualTo(InsertCommandResponse.executed(true, Bytes.utf8("42")));
  }

  @Test
  void theTypeOfARequestTellsThatItsClientIsOf2014() throws Exception {
    String read = "<n1:ReadRequest" + TYPES + "%s/>";

    assertThat(
            read(RaftOperations.READ.requestReader(), read.formatted(" n2:type='n1:ReadType'"))
                .form())
        .isEqualTo(ClientForm.OF_2014);
    assertThat(read(RaftOperations.READ.requestReader(), read.formatted("")).form())
        .isEqualTo(ClientForm.LATER);
  }

  @Test
  void aHeartbeatNeedsNoEntriesAndAnEmptyLogHasTermMinusOne() throws Exception {
    var request =
        read(
            RaftOperations.APPEND_ENTRIES.requestReader(),
            "<n1:AppendEntriesRequest"
                + TYPES
                + "><n1:term>3</n1:term><n1:leaderId>http://h:1/RAFT_Service</n1:leaderId>"
                + "<n1:prevLogIndex>0</n1:prevLogIndex><n1:prevLogTerm>-1</n1:prevLogTerm>"
                + "<n1:leaderCommit>0</n1:leaderCommit>"
                + PEER
                + "</n1:AppendEntriesRequest>");

    assertThat(request.message().entries()).isEmpty();
    assertThat(request.message().previous()).isEqualTo(LogPosition.ORIGIN);
    assertThat(request.message().sequence()).isEqualTo(7);
  }

  @Test
  void aRequestOfAServerOf2014IsRefusedBecauseItNamesNoSender() {
    assertThatThrownBy(
            () ->
                read(
                    RaftOperations.REQUEST_VOTE.requestReader(),
                    "<n1:RequestVoteRequest"
                        + TYPES
                        + "><n1:term>3</n1:term><n1:candidateId>http://h:1/</n1:candidateId>"
                        + "<n1:lastLogIndex>0</n1:lastLogIndex><n1:lastLogTerm>-1</n1:lastLogTerm>"
                        + "</n1:RequestVoteRequest>"))
        .isInstanceOf(XmlException.class)
        .hasMessageContaining("peer");
  }

  @Test
  void anAnswerWithAnIndexAndNoTermHasNoPlace() throws Exception {
    ReadResponse response =
        read(
            RaftOperations.READ.responseReader(),
            "<n1:ReadResponse"
                + TYPES
                + "><n1:uid>urn:uuid:1</n1:uid><n1:index>7</n1:index><n1:success>true</n1:success>"
                + "</n1:ReadResponse>");

    assertThat(response.position()).isEmpty();
  }

  private static <T> T read(BodyReader<T> reader, String body) throws Exception {
    byte[] envelope =
        ("<s:Envelope xmlns:s='http://www.w3.org/2003/05/soap-envelope'"
                + " xmlns:a='http://www.w3.org/2005/08/addressing'><s:Header>"
                + "<a:Action>urn:a</a:Action></s:Header><s:Body>"
                + body
                + "</s:Body></s:Envelope>")
            .getBytes(StandardCharsets.UTF_8);
    return SoapReader.open(XmlReader.of(envelope, 0, envelope.length, XmlLimits.DEFAULT))
        .body(reader);
  }
}
