package dev.flotilla.keys.enrolment;

import dev.flotilla.dpws.discovery.Probe;
import dev.flotilla.dpws.discovery.ScopeRule;
import javax.xml.namespace.QName;

/** How an enrolment service is found, by WS-Discovery. */
final class EnrolmentNames {
  /** The type of the service; no server of a group has it. */
  static final QName TYPE = new QName("urn:flotilla:keys:2026", "EnrolmentService");

  /** The scheme of its addresses: messages over TLS, without HTTP. */
  static final String SCHEME = "tls";

  private static final String SCOPE = "urn:flotilla:group:";

  private EnrolmentNames() {}

  /** The scope of the servers of a group, and of what enrols them. */
  static String scope(String group) {
    return SCOPE + group;
  }

  /** Asks for the services of a group. */
  static Probe probe(String group) {
    return Probe.anything().ofType(TYPE).inScope(ScopeRule.STRCMP_0, scope(group));
  }
}
