package dev.flotilla.dpws.discovery;

/** The names that WS-Discovery 1.1 gives. */
final class Namespaces {
  static final String DISCOVERY = "http://docs.oasis-open.org/ws-dd/ns/discovery/2009/01";

  /** Where a multicast message is addressed to (section 3.1.1). */
  static final String TO_ALL = "urn:docs-oasis-open-org:ws-dd:ns:discovery:2009:01";

  private Namespaces() {}
}
