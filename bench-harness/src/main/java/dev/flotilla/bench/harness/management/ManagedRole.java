package dev.flotilla.bench.harness.management;

import java.util.Locale;
import javax.xml.namespace.QName;

/** What an agent starts for a manager of 2014. */
public enum ManagedRole {
  /** One server of a group. */
  SERVER("ManagementServerType"),
  /** One client, which inserts commands one after the other. */
  CLIENT("ManagementClientType");

  private final QName deviceType;

  ManagedRole(String deviceType) {
    this.deviceType =
        new QName(ManagementOperations.NAMESPACE, deviceType, ManagementOperations.PREFIX);
  }

  /**
   * The role of a word of the command line.
   *
   * @throws IllegalArgumentException if there is none
   */
  public static ManagedRole of(String word) {
    for (ManagedRole role : values()) {
      if (role.word().equals(word)) {
        return role;
      }
    }
    throw new IllegalArgumentException(
        "--contract-2014 is server or client, not '%s'".formatted(word));
  }

  /** As on the command line. */
  String word() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** By which a manager tells servers from clients. */
  public QName deviceType() {
    return deviceType;
  }
}
