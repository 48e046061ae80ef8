package dev.flotilla.dpws.discovery;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * How a Probe's scopes are compared with a device's (WS-Discovery 1.1, section 5.1).
 *
 * <p>The optional rule {@code ldap} is not supported: such a Probe goes unanswered over UDP and is
 * a fault over HTTP.
 */
public enum ScopeRule {
  /** Scheme and authority equal whatever the case, path a prefix by whole segments; the default. */
  RFC_3986("rfc3986") {
    @Override
    public boolean matches(String wanted, String offered) {
      return ScopeUri.parse(wanted).contains(ScopeUri.parse(offered));
    }
  },

  /** Both are UUIDs, {@code urn:uuid:...} or {@code uuid:...}, of the same 128 bits. */
  UUID("uuid") {
    @Override
    public boolean matches(String wanted, String offered) {
      return UUID_URI.matcher(wanted).matches()
          && UUID_URI.matcher(offered).matches()
          && lastChars(wanted).equalsIgnoreCase(lastChars(offered));
    }
  },

  /** The same characters. */
  STRCMP_0("strcmp0") {
    @Override
    public boolean matches(String wanted, String offered) {
      return wanted.equals(offered);
    }
  },

  /** Finds only devices that have no scope at all; the Probe's own scopes are ignored. */
  NONE("none") {
    @Override
    boolean matchesAll(List<String> wanted, List<String> offered) {
      return offered.isEmpty();
    }

    @Override
    public boolean matches(String wanted, String offered) {
      return false;
    }
  };

  private static final Pattern UUID_URI =
      Pattern.compile(
          "(?:urn:)?uuid:[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}", Pattern.CASE_INSENSITIVE);
  private static final int UUID_CHARS = 36;

  private final String uri;

  ScopeRule(String name) {
    this.uri = Namespaces.DISCOVERY + "/" + name;
  }

  /** What names this rule in a Probe's MatchBy attribute. */
  public String uri() {
    return uri;
  }

  /** The rule of that URI, empty when it is none of these. */
  public static Optional<ScopeRule> of(String uri) {
    return Arrays.stream(values()).filter(rule -> rule.uri.equals(uri)).findFirst();
  }

  /** Whether this one wanted scope matches that one offered. */
  public abstract boolean matches(String wanted, String offered);

  /** Whether every wanted scope is matched by at least one that is offered. */
  boolean matchesAll(List<String> wanted, List<String> offered) {
    return wanted.stream().allMatch(w -> offered.stream().anyMatch(o -> matches(w, o)));
  }

  private static String lastChars(String uri) {
    return uri.substring(uri.length() - UUID_CHARS);
  }
}
