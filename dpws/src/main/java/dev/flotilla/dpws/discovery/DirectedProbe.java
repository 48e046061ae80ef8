package dev.flotilla.dpws.discovery;

import dev.flotilla.dpws.http.client.SoapCaller;
import dev.flotilla.dpws.soap.BodyReader;
import dev.flotilla.dpws.soap.EndpointReference;
import dev.flotilla.dpws.soap.Operation;
import dev.flotilla.dpws.soap.OperationHandler;
import dev.flotilla.dpws.soap.SoapFault;
import dev.flotilla.dpws.soap.SoapFaultCode;
import dev.flotilla.dpws.xml.XmlException;
import dev.flotilla.dpws.xml.XmlReader;
import java.net.URI;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import javax.xml.namespace.QName;

/**
 * The Probe that asks one device, by HTTP at its own address: where multicast does not reach, or
 * when an address that was remembered is tried first (DPWS 1.1, section 3.1).
 */
public final class DirectedProbe {
  /** What a device serves at its own path; it answers with one match or none. */
  public static final Operation<Probe, ProbeMatches> OPERATION =
      new Operation<>(
          MessageCodec.action(Probe.anything()),
          MessageCodec.action(new ProbeMatches(List.of())),
          DirectedProbe::readProbe,
          MessageCodec::writeProbe,
          DirectedProbe::readMatches,
          MessageCodec::writeProbeMatches);

  // A Probe is addressed to all, whomever it is sent to (WS-Discovery 1.1, section 5.2.1).
  private static final EndpointReference ALL = new EndpointReference(Namespaces.TO_ALL);
  private static final QName RULE_NOT_SUPPORTED =
      new QName(Namespaces.DISCOVERY, "MatchingRuleNotSupported", "wsd");
  private static final QName SUPPORTED_RULES =
      new QName(Namespaces.DISCOVERY, "SupportedMatchingRules", "wsd");

  private DirectedProbe() {}

  /**
   * Answers at once, with the device as it is then; a scope rule that is not known is a fault.
   *
   * @param target what the device is; called on event loops, must not block
   */
  public static OperationHandler<Probe, ProbeMatches> handler(Supplier<Target> target) {
    return (probe, exchange) -> {
      if (ScopeRule.of(probe.matchBy()).isEmpty()) {
        exchange.fault(ruleNotSupported(probe.matchBy()));
        return;
      }
      Target current = target.get();
      List<Target> matches = probe.matches(current) ? List.of(current) : List.of();
      exchange.answer(new ProbeMatches(matches));
    };
  }

  /**
   * Asks the device at an address. Any thread; does not block.
   *
   * @param address an XAddr of the device, an http URI
   * @return the device as its only match, or no match; or a {@link
   *     dev.flotilla.dpws.http.client.CallFailure}; completed on an event loop
   */
  public static CompletionStage<ProbeMatches> ask(
      SoapCaller caller, URI address, Probe probe, Duration timeout) {
    return caller.call(address, ALL, OPERATION, probe, timeout);
  }

  private static SoapFault ruleNotSupported(String rule) {
    String supported =
        Arrays.stream(ScopeRule.values()).map(ScopeRule::uri).collect(Collectors.joining(" "));
    return new SoapFault(
        SoapFaultCode.SENDER,
        List.of(RULE_NOT_SUPPORTED),
        "the scope matching rule " + rule + " is not supported",
        new SoapFault.Detail(SUPPORTED_RULES, supported));
  }

  private static Probe readProbe(XmlReader in) throws XmlException {
    in.expect(MessageCodec.PROBE);
    return checked(in, MessageCodec::readProbe);
  }

  private static ProbeMatches readMatches(XmlReader in) throws XmlException {
    in.expect(MessageCodec.PROBE_MATCHES);
    return checked(in, MessageCodec::readProbeMatches);
  }

  // A value out of its range is the sender's mistake like any other.
  private static <T> T checked(XmlReader in, BodyReader<T> reader) throws XmlException {
    try {
      return reader.read(in);
    } catch (IllegalArgumentException e) {
      throw in.fail(String.valueOf(e.getMessage()));
    }
  }
}
