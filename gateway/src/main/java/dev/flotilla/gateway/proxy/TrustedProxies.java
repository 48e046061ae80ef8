package dev.flotilla.gateway.proxy;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The addresses of proxies in front of this gateway whose word about their clients counts. */
public final class TrustedProxies {
  /** None. */
  public static final TrustedProxies NONE = new TrustedProxies(List.of());

  private static final Pattern LITERAL = Pattern.compile("[0-9.]+|[0-9A-Fa-f:.]*:[0-9A-Fa-f:.]*");

  private record Network(InetAddress first, int bits) {
    boolean contains(byte[] other) {
      byte[] address = first.getAddress();
      if (other.length != address.length) {
        return false;
      }
      for (int bit = 0; bit < bits; bit++) {
        int mask = 0x80 >> (bit % 8);
        if (((address[bit / 8] ^ other[bit / 8]) & mask) != 0) {
          return false;
        }
      }
      return true;
    }
  }

  private final List<Network> networks;

  private TrustedProxies(List<Network> networks) {
    this.networks = networks;
  }

  /**
   * Reads addresses and networks.
   *
   * @param texts each an address, or an address and a number of bits after a slash
   * @throws IllegalArgumentException if one is something else
   */
  public static TrustedProxies parse(List<String> texts) {
    List<Network> networks = new ArrayList<>();
    texts.forEach(text -> networks.add(network(text)));
    return new TrustedProxies(networks);
  }

  private static Network network(String text) {
    int slash = text.indexOf('/');
    String literal = slash < 0 ? text : text.substring(0, slash);
    try {
      if (LITERAL.matcher(literal).matches()) {
        InetAddress address = InetAddress.getByName(literal);
        int most = address.getAddress().length * 8;
        int bits = slash < 0 ? most : Integer.parseInt(text.substring(slash + 1));
        if (bits >= 0 && bits <= most) {
          return new Network(address, bits);
        }
      }
    } catch (UnknownHostException | NumberFormatException e) {
      throw new IllegalArgumentException(wrong(text), e);
    }
    throw new IllegalArgumentException(wrong(text));
  }

  private static String wrong(String text) {
    return "a trusted proxy is an address or a network such as 10.0.0.0/8, not '" + text + "'";
  }

  /** Whether a client is one of them. */
  boolean contains(@Nullable InetAddress client) {
    return client != null && networks.stream().anyMatch(it -> it.contains(client.getAddress()));
  }
}
