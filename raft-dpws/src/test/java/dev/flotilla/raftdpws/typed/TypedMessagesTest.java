package dev.flotilla.raftdpws.typed;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.flotilla.dpws.soap.BodyReader;
import dev.flotilla.dpws.soap.BodyWriter;
import dev.flotilla.dpws.soap.Operation;
import dev.flotilla.dpws.soap.SoapReader;
import dev.flotilla.dpws.xml.XmlException;
import dev.flotilla.dpws.xml.XmlLimits;
import dev.flotilla.dpws.xml.XmlReader;
import dev.flotilla.dpws.xml.XmlWriter;
import dev.flotilla.raft.model.Bytes;
import dev.flotilla.raftdpws.message.Consistency;
import dev.flotilla.raftdpws.message.MemberStatus;
import dev.flotilla.raftdpws.message.ServerRole;
import dev.flotilla.raftdpws.message.StateSeen;
import dev.flotilla.raftdpws.typed.GroupStatus.MemberEntry;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Stream;
import javax.xml.XMLConstants;
import javax.xml.transform.stream.StreamSource;
import javax.xml.validation.Schema;
import javax.xml.validation.SchemaFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.xml.sax.SAXException;

class TypedMessagesTest {
  private static final Bytes TEXT = Bytes.utf8("<21.5 & more>");
  private static final Bytes BINARY = Bytes.wrap(new byte[] {0, 1, -1});
  private static final String ADDRESS = "http://10.0.0.1:5000/FlotillaClientService";

  static Stream<SubmitRequest> submitRequests() {
    return Stream.of(
        new SubmitRequest(Optional.of("urn:x:1"), "put", TEXT, 1),
        new SubmitRequest(Optional.empty(), "put", BINARY, 3));
  }

  static Stream<SubmitResponse> submitResponses() {
    return Stream.of(
        SubmitResponse.executed("u", true, Optional.of(TEXT)),
        SubmitResponse.executed("u", false, Optional.of(BINARY)),
        SubmitResponse.executed("u", true, Optional.empty()),
        SubmitResponse.refused("u", Refusal.NOT_LEADER, "elsewhere", Optional.of(ADDRESS)),
        SubmitResponse.unknown("u", "no answer"));
  }

  static Stream<QueryRequest> queryRequests() {
    return Stream.of(
        new QueryRequest(Optional.empty(), TEXT, Consistency.LINEARIZABLE, 0),
        new QueryRequest(Optional.of("look"), BINARY, Consistency.BOUNDED, 500),
        new QueryRequest(Optional.empty(), TEXT, Consistency.LOCAL, 0));
  }

  static Stream<QueryResponse> queryResponses() {
    return Stream.of(
        new QueryResponse(
            true, Optional.of(TEXT), Optional.of(new StateSeen(7, OptionalLong.of(3)))),
        new QueryResponse(
            false, Optional.of(BINARY), Optional.of(new StateSeen(7, OptionalLong.empty()))),
        new QueryResponse(true, Optional.empty(), Optional.empty()));
  }

  static Stream<GroupStatus> statuses() {
    MemberEntry member = new MemberEntry("urn:uuid:1", Optional.of(ADDRESS), MemberStatus.VOTER);
    return Stream.of(
        new GroupStatus(
            "g",
            Optional.of("id"),
            "urn:uuid:1",
            ServerRole.PRE_CANDIDATE,
            Optional.of(ADDRESS),
            3,
            9,
            8,
            Optional.of("a leader"),
            List.of(member, new MemberEntry("urn:uuid:2", Optional.empty(), MemberStatus.LEAVING))),
        new GroupStatus(
            "g",
            Optional.empty(),
            "urn:uuid:1",
            ServerRole.FOUNDING,
            Optional.empty(),
            0,
            0,
            0,
            Optional.empty(),
            List.of()));
  }

  static Stream<Arguments> messages() {
    return Stream.of(
            submitRequests().map(it -> request(TypedContract.SUBMIT, it)),
            submitResponses().map(it -> response(TypedContract.SUBMIT, it)),
            queryRequests().map(it -> request(TypedContract.QUERY, it)),
            queryResponses().map(it -> response(TypedContract.QUERY, it)),
            Stream.of(request(TypedContract.STATUS, TypedContract.StatusRequest.INSTANCE)),
            statuses().map(it -> response(TypedContract.STATUS, it)))
        .flatMap(it -> it);
  }

  private static <Q> Arguments request(Operation<Q, ?> operation, Q request) {
    return Arguments.of(request, operation.requestWriter(), operation.requestReader());
  }

  private static <A> Arguments response(Operation<?, A> operation, A response) {
    return Arguments.of(response, operation.responseWriter(), operation.responseReader());
  }

  @ParameterizedTest
  @MethodSource("messages")
  <T> void theSchemaHoldsForEveryMessage(T message, BodyWriter<T> writer, BodyReader<T> reader)
      throws Exception {
    byte[] xml = written(message, writer);

    schema().newValidator().validate(new StreamSource(new ByteArrayInputStream(xml)));
    assertThat(read(new String(xml, StandardCharsets.UTF_8), reader)).isEqualTo(message);
  }

  @Test
  void theSchemaKnowsEveryWord() {
    String schema = resource("client.xsd");

    assertThat(Stream.of(Refusal.values())).allMatch(it -> has(schema, it));
    assertThat(Stream.of(SubmitResponse.Outcome.values())).allMatch(it -> has(schema, it));
    assertThat(Stream.of(Consistency.values())).allMatch(it -> has(schema, it));
    assertThat(Stream.of(ServerRole.values())).allMatch(it -> has(schema, it));
    assertThat(Stream.of(MemberStatus.values())).allMatch(it -> has(schema, it));
  }

  /** gSOAP makes pointers to pointers of texts with a type of their own. */
  @Test
  void everySimpleTypeHasAName() {
    assertThat(resource("client.xsd")).doesNotContain("<xs:simpleType>");
  }

  private static boolean has(String schema, Enum<?> word) {
    return schema.contains("<xs:enumeration value=\"" + word.name() + "\"/>");
  }

  @Test
  void theWsdlNamesBothActionsOfEachOperation() {
    String wsdl = resource(TypedContract.WSDL);

    Stream.of(TypedContract.SUBMIT, TypedContract.QUERY, TypedContract.STATUS)
        .flatMap(it -> Stream.of(it.action(), it.responseAction()))
        .forEach(action -> assertThat(wsdl).contains("wsam:Action=\"" + action + "\""));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "<c:QueryRequest xmlns:c='urn:flotilla:client:2026'/>",
        "<c:QueryRequest xmlns:c='urn:flotilla:client:2026'><c:text>x</c:text><c:data>eA==</c:data></c:QueryRequest>",
        "<c:QueryRequest xmlns:c='urn:flotilla:client:2026'><c:text>x</c:text><c:consistency>bounded</c:consistency></c:QueryRequest>",
        "<c:QueryRequest xmlns:c='urn:flotilla:client:2026'><c:text>x</c:text><c:consistency>BOUNDED</c:consistency></c:QueryRequest>",
        "<c:QueryRequest xmlns:c='urn:flotilla:client:2026'><c:text>x</c:text><c:maxAgeMillis>-1</c:maxAgeMillis></c:QueryRequest>",
        "<c:QueryRequest xmlns:c='urn:flotilla:client:2026'><query>x</query></c:QueryRequest>",
        "<c:Query xmlns:c='urn:flotilla:client:2026'><c:text>x</c:text></c:Query>"
      })
  void whatIsNoQueryIsRefused(String xml) {
    assertThatThrownBy(() -> read(xml, TypedContract.QUERY.requestReader()))
        .isInstanceOf(XmlException.class);
  }

  @Test
  void anEmptyDataBesideATextCountsForNothing() throws Exception {
    String both =
        "<c:QueryRequest xmlns:c='urn:flotilla:client:2026'><c:text>x</c:text><c:data/></c:QueryRequest>";

    assertThat(read(both, TypedContract.QUERY.requestReader()).question())
        .isEqualTo(Bytes.utf8("x"));
  }

  @Test
  void theLeadersAddressIsThatOfThisService() {
    assertThat(TypedContract.besides("https://10.0.0.1:5000/RAFT_Service"))
        .isEqualTo("https://10.0.0.1:5000/FlotillaClientService");
  }

  private static <T> byte[] written(T message, BodyWriter<T> writer) {
    XmlWriter out = XmlWriter.inMemory().record();
    writer.write(message, out);
    return out.recorded();
  }

  private static <T> T read(String xml, BodyReader<T> reader) throws Exception {
    byte[] envelope =
        ("<s:Envelope xmlns:s='http://www.w3.org/2003/05/soap-envelope'"
                + " xmlns:a='http://www.w3.org/2005/08/addressing'><s:Header>"
                + "<a:Action>urn:a</a:Action></s:Header><s:Body>"
                + xml
                + "</s:Body></s:Envelope>")
            .getBytes(StandardCharsets.UTF_8);
    return SoapReader.open(XmlReader.of(envelope, 0, envelope.length, XmlLimits.DEFAULT))
        .body(reader);
  }

  private static Schema schema() throws SAXException {
    return SchemaFactory.newInstance(XMLConstants.W3C_XML_SCHEMA_NS_URI)
        .newSchema(TypedMessagesTest.class.getResource("client.xsd"));
  }

  private static String resource(String name) {
    try (InputStream in = TypedMessagesTest.class.getResourceAsStream(name)) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }
}
