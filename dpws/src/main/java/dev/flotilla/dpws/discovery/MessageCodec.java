package dev.flotilla.dpws.discovery;

import dev.flotilla.dpws.discovery.DiscoveryMessage.Bye;
import dev.flotilla.dpws.discovery.DiscoveryMessage.Hello;
import dev.flotilla.dpws.discovery.DiscoveryMessage.Resolve;
import dev.flotilla.dpws.discovery.DiscoveryMessage.ResolveMatches;
import dev.flotilla.dpws.soap.Addressing;
import dev.flotilla.dpws.soap.EndpointReference;
import dev.flotilla.dpws.xml.XmlElement;
import dev.flotilla.dpws.xml.XmlException;
import dev.flotilla.dpws.xml.XmlField;
import dev.flotilla.dpws.xml.XmlFields;
import dev.flotilla.dpws.xml.XmlReader;
import dev.flotilla.dpws.xml.XmlWriter;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import javax.xml.namespace.QName;

/** The bodies of discovery's messages as XML (WS-Discovery 1.1, sections 4 to 6). */
final class MessageCodec {
  static final XmlElement PROBE = XmlElement.of(Namespaces.DISCOVERY, "wsd", "Probe");
  static final XmlElement PROBE_MATCHES = PROBE.sibling("ProbeMatches");

  private static final XmlElement TYPES = PROBE.sibling("Types");
  private static final XmlElement SCOPES = PROBE.sibling("Scopes");
  private static final XmlElement X_ADDRS = PROBE.sibling("XAddrs");
  private static final XmlElement METADATA_VERSION = PROBE.sibling("MetadataVersion");
  private static final XmlElement HELLO = PROBE.sibling("Hello");
  private static final XmlElement BYE = PROBE.sibling("Bye");
  private static final XmlElement PROBE_MATCH = PROBE.sibling("ProbeMatch");
  private static final XmlElement RESOLVE = PROBE.sibling("Resolve");
  private static final XmlElement RESOLVE_MATCHES = PROBE.sibling("ResolveMatches");
  private static final XmlElement RESOLVE_MATCH = PROBE.sibling("ResolveMatch");
  private static final String MATCH_BY = "MatchBy";

  private static final XmlField<EndpointReference> REFERENCE =
      XmlField.of(Addressing.ENDPOINT_REFERENCE, EndpointReference::read);
  private static final XmlField<List<QName>> TARGET_TYPES = XmlField.of(TYPES, XmlReader::names);
  private static final XmlField<List<String>> TARGET_SCOPES =
      XmlField.of(SCOPES, in -> tokens(in.text()));
  private static final XmlField<List<URI>> ADDRESSES =
      XmlField.of(X_ADDRS, MessageCodec::readAddresses);
  private static final XmlField<Long> VERSION = XmlField.number(METADATA_VERSION);
  private static final XmlField<List<Target>> MATCHES =
      XmlField.list(PROBE_MATCH, MessageCodec::readTarget);
  private static final XmlField<Target> RESOLVED =
      XmlField.of(RESOLVE_MATCH, MessageCodec::readTarget);

  private MessageCodec() {}

  /** What names the message in its Action header. */
  static String action(DiscoveryMessage message) {
    return Namespaces.DISCOVERY + "/" + message.getClass().getSimpleName();
  }

  static void write(DiscoveryMessage message, XmlWriter out) {
    if (message instanceof Hello hello) {
      write(HELLO, hello.target(), out);
    } else if (message instanceof Bye bye) {
      out.open(BYE);
      writeReference(bye.target().endpointReference(), out);
      out.close(BYE);
    } else if (message instanceof Probe probe) {
      writeProbe(probe, out);
    } else if (message instanceof ProbeMatches answer) {
      writeProbeMatches(answer, out);
    } else if (message instanceof Resolve resolve) {
      out.open(RESOLVE);
      writeReference(resolve.endpointReference(), out);
      out.close(RESOLVE);
    } else if (message instanceof ResolveMatches answer) {
      out.open(RESOLVE_MATCHES);
      answer.match().ifPresent(target -> write(RESOLVE_MATCH, target, out));
      out.close(RESOLVE_MATCHES);
    }
  }

  static void writeProbe(Probe probe, XmlWriter out) {
    out.open(PROBE);
    writeTypes(probe.types(), out);
    boolean isDefaultRule = probe.matchBy().equals(ScopeRule.RFC_3986.uri());
    if (!probe.scopes().isEmpty() || !isDefaultRule) {
      out.open(SCOPES);
      if (!isDefaultRule) {
        out.attribute(MATCH_BY, probe.matchBy());
      }
      out.text(String.join(" ", probe.scopes())).close(SCOPES);
    }
    out.close(PROBE);
  }

  static void writeProbeMatches(ProbeMatches answer, XmlWriter out) {
    out.open(PROBE_MATCHES);
    answer.matches().forEach(target -> write(PROBE_MATCH, target, out));
    out.close(PROBE_MATCHES);
  }

  private static void write(XmlElement element, Target target, XmlWriter out) {
    out.open(element);
    writeReference(target.endpointReference(), out);
    writeTypes(target.types(), out);
    if (!target.scopes().isEmpty()) {
      out.element(SCOPES, String.join(" ", target.scopes()));
    }
    if (!target.xAddrs().isEmpty()) {
      List<String> addresses = target.xAddrs().stream().map(URI::toASCIIString).toList();
      out.element(X_ADDRS, String.join(" ", addresses));
    }
    out.element(METADATA_VERSION, target.metadataVersion());
    out.close(element);
  }

  private static void writeTypes(List<QName> types, XmlWriter out) {
    if (!types.isEmpty()) {
      out.names(TYPES, types);
    }
  }

  private static void writeReference(String address, XmlWriter out) {
    new EndpointReference(address).write(Addressing.ENDPOINT_REFERENCE, out);
  }

  /** Reads the message on whose element the reader stands. */
  static DiscoveryMessage read(XmlReader in) throws XmlException {
    if (in.is(PROBE)) {
      return readProbe(in);
    } else if (in.is(PROBE_MATCHES)) {
      return readProbeMatches(in);
    } else if (in.is(HELLO)) {
      return new Hello(readTarget(in));
    } else if (in.is(BYE)) {
      return new Bye(readTarget(in));
    } else if (in.is(RESOLVE)) {
      return new Resolve(readTarget(in).endpointReference());
    } else if (in.is(RESOLVE_MATCHES)) {
      return readResolveMatches(in);
    }
    throw in.fail(in.name() + " is no message of WS-Discovery 1.1");
  }

  static Probe readProbe(XmlReader in) throws XmlException {
    List<QName> types = List.of();
    List<String> scopes = List.of();
    String matchBy = ScopeRule.RFC_3986.uri();
    while (in.nextChild()) {
      if (in.is(TYPES)) {
        types = in.names();
      } else if (in.is(SCOPES)) {
        String named = in.attribute("", MATCH_BY);
        matchBy = named == null ? matchBy : named.strip();
        scopes = tokens(in.text());
      } else {
        in.skip();
      }
    }
    return new Probe(types, scopes, matchBy);
  }

  static ProbeMatches readProbeMatches(XmlReader in) throws XmlException {
    return new ProbeMatches(XmlFields.read(in, MATCHES).all(MATCHES));
  }

  private static ResolveMatches readResolveMatches(XmlReader in) throws XmlException {
    return new ResolveMatches(XmlFields.read(in, RESOLVED).find(RESOLVED));
  }

  private static Target readTarget(XmlReader in) throws XmlException {
    XmlFields read = XmlFields.read(in, REFERENCE, TARGET_TYPES, TARGET_SCOPES, ADDRESSES, VERSION);
    return new Target(
        read.require(REFERENCE).address(),
        read.find(TARGET_TYPES).orElse(List.of()),
        read.find(TARGET_SCOPES).orElse(List.of()),
        read.find(ADDRESSES).orElse(List.of()),
        read.find(VERSION).orElse(0L));
  }

  // An address that cannot be called is none; the others of the message may do.
  private static List<URI> readAddresses(XmlReader in) throws XmlException {
    List<URI> addresses = new ArrayList<>();
    for (String token : tokens(in.text())) {
      absolute(token).ifPresent(addresses::add);
    }
    return addresses;
  }

  private static Optional<URI> absolute(String address) {
    try {
      return Optional.of(new URI(address)).filter(URI::isAbsolute);
    } catch (URISyntaxException e) {
      return Optional.empty();
    }
  }

  private static List<String> tokens(String text) {
    return Arrays.stream(text.split("\\s+")).filter(token -> !token.isEmpty()).toList();
  }
}
