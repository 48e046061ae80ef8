package dev.flotilla.dpws.discovery;

import java.net.InetAddress;
import java.net.InterfaceAddress;
import java.net.NetworkInterface;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/**
 * The subnets of a network interface: who has an address in one of them is on its link. Immutable.
 */
final class LinkSubnets {
  /** Addresses whose first bits are these. */
  private record Subnet(InetAddress first, int prefixBits) {
    boolean contains(byte[] other) {
      byte[] address = first.getAddress();
      if (other.length != address.length) {
        return false;
      }
      int wholeBytes = prefixBits / Byte.SIZE;
      for (int i = 0; i < wholeBytes; i++) {
        if (address[i] != other[i]) {
          return false;
        }
      }
      int restBits = prefixBits % Byte.SIZE;
      int mask = 0xFF << (Byte.SIZE - restBits);
      return restBits == 0 || ((address[wholeBytes] ^ other[wholeBytes]) & mask & 0xFF) == 0;
    }
  }

  private final List<Subnet> subnets = new ArrayList<>();

  private LinkSubnets() {}

  static LinkSubnets of(NetworkInterface nic) {
    LinkSubnets all = new LinkSubnets();
    nic.getInterfaceAddresses().stream().filter(Objects::nonNull).forEach(all::add);
    return all;
  }

  /** For tests: an address with its prefix length. */
  static LinkSubnets of(InetAddress address, int prefixBits) {
    LinkSubnets one = new LinkSubnets();
    one.subnets.add(new Subnet(address, prefixBits));
    return one;
  }

  boolean contains(InetAddress source) {
    byte[] bytes = source.getAddress();
    return subnets.stream().anyMatch(subnet -> subnet.contains(bytes));
  }

  private void add(InterfaceAddress its) {
    int prefixBits = its.getNetworkPrefixLength();
    int addressBits = its.getAddress().getAddress().length * Byte.SIZE;
    if (prefixBits >= 0 && prefixBits <= addressBits) {
      subnets.add(new Subnet(its.getAddress(), prefixBits));
    }
  }
}
