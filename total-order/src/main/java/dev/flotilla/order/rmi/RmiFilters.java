package dev.flotilla.order.rmi;

import dev.flotilla.order.Middleware;
import java.io.ObjectInputFilter.FilterInfo;
import java.io.ObjectInputFilter.Status;
import java.lang.reflect.Proxy;
import java.rmi.Remote;
import java.util.List;

/** What may be deserialised from calls; everything else is rejected before its code runs. */
final class RmiFilters {
  private static final int MAX_REFERENCE_DEPTH = 8;
  private static final int MAX_REFERENCES = 64;

  /** The parts of a reference to a remote object. */
  private static final List<String> REFERENCE_PACKAGES =
      List.of("java.rmi.server.", "sun.rmi.server.", "sun.rmi.transport.");

  private RmiFilters() {}

  /** For calls with numbers and byte arrays only: neither has a class of its own. */
  static Status messages(FilterInfo info) {
    if (info.depth() > 1 || info.arrayLength() > Middleware.MAX_MESSAGE_BYTES) {
      return Status.REJECTED;
    }
    Class<?> type = info.serialClass();
    return type == null || type == byte[].class ? Status.ALLOWED : Status.REJECTED;
  }

  /** For calls with a reference to a process. */
  static Status references(FilterInfo info) {
    if (info.depth() > MAX_REFERENCE_DEPTH
        || info.references() > MAX_REFERENCES
        || info.arrayLength() >= 0) {
      return Status.REJECTED;
    }
    Class<?> type = info.serialClass();
    return type == null || isPartOfReference(type) ? Status.ALLOWED : Status.REJECTED;
  }

  /** The interfaces of a proxy are asked for, too. */
  private static boolean isPartOfReference(Class<?> type) {
    return type == Proxy.class
        || type == Remote.class
        || type == RemoteProcess.class
        || Proxy.isProxyClass(type)
        || REFERENCE_PACKAGES.stream().anyMatch(type.getName()::startsWith);
  }
}
