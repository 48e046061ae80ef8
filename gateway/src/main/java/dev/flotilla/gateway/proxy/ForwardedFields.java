package dev.flotilla.gateway.proxy;

import dev.flotilla.gateway.http.Fields;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * What web servers learn of a client: {@code Forwarded} (RFC 7239), {@code X-Forwarded-For} and
 * {@code X-Forwarded-Proto}. What a client itself says of this counts only if it is a trusted
 * proxy.
 */
final class ForwardedFields {
  private static final String FORWARDED = "Forwarded";
  private static final String FOR = "X-Forwarded-For";
  private static final String PROTO = "X-Forwarded-Proto";

  private ForwardedFields() {}

  /**
   * The fields with these in place of others of their names.
   *
   * @param fields of a request
   * @param client null if it is not known
   */
  static Fields in(Fields fields, @Nullable InetAddress client, TrustedProxies trusted) {
    boolean isTrusted = trusted.contains(client);
    Fields known = isTrusted ? fields : fields.without(ForwardedFields::isOfProxies);
    Fields result =
        known
            .withOnly(FORWARDED, appended(known, FORWARDED, element(known, client)))
            .withOnly(FOR, appended(known, FOR, literal(client)));
    return result.has(PROTO) ? result : result.with(PROTO, "http");
  }

  private static boolean isOfProxies(String lowerCaseName) {
    return lowerCaseName.equals("forwarded") || lowerCaseName.startsWith("x-forwarded-");
  }

  private static String appended(Fields fields, String name, String last) {
    String before = String.join(", ", fields.values(name));
    return before.isEmpty() ? last : before + ", " + last;
  }

  /** The protocol between the client and this gateway, or before its proxy, if it says no more. */
  private static String element(Fields fields, @Nullable InetAddress client) {
    String node =
        client instanceof Inet6Address ? "\"[" + literal(client) + "]\"" : literal(client);
    String host =
        fields.first("host").map(it -> ";host=\"" + it.toLowerCase(Locale.ROOT) + "\"").orElse("");
    return "for=" + node + host + ";proto=http";
  }

  private static String literal(@Nullable InetAddress client) {
    if (client == null) {
      return "unknown";
    }
    String text = client.getHostAddress();
    int zone = text.indexOf('%');
    return zone < 0 ? text : text.substring(0, zone);
  }
}
