package dev.flotilla.bench.harness.management;

import javax.xml.namespace.QName;

/** The names of 2014. */
final class ManagementNames {
  static final String NAMESPACE = "http://gsd.di.uminho.pt/ws/2014/01/management";
  static final String PREFIX = "m";

  /** The id of the service, and its path. */
  static final String SERVICE = "ManagementService";

  static final QName PORT_TYPE = new QName(NAMESPACE, "ManagementPortType", PREFIX);

  private ManagementNames() {}

  /** The WS-Addressing action of an operation or event. */
  static String action(String operation) {
    return NAMESPACE + "/" + PORT_TYPE.getLocalPart() + "/" + operation;
  }
}
