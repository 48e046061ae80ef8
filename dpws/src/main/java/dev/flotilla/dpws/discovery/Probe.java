package dev.flotilla.dpws.discovery;

import java.util.List;
import javax.xml.namespace.QName;

/**
 * Asks for devices that have every one of these types and lie in every one of these scopes.
 *
 * @param types wanted types; empty means any
 * @param scopes wanted scopes; empty means any, except under {@link ScopeRule#NONE}
 * @param matchBy URI of the rule that compares scopes, see {@link ScopeRule#uri()}; a rule that the
 *     receiver does not know matches nothing
 */
public record Probe(List<QName> types, List<String> scopes, String matchBy)
    implements DiscoveryMessage {
  private static final Probe ANYTHING = new Probe(List.of(), List.of(), ScopeRule.RFC_3986.uri());

  /** Copies the lists and checks the limits of the standard. */
  public Probe {
    types = List.copyOf(types);
    scopes = List.copyOf(scopes);
    scopes.forEach(scope -> Target.requireUri("scope", scope));
    Target.requireUri("MatchBy", matchBy);
  }

  /** A Probe that every device answers; narrow it with the methods below. */
  public static Probe anything() {
    return ANYTHING;
  }

  /** The same Probe for devices that have these types, too. */
  public Probe ofType(QName... wanted) {
    return new Probe(List.of(wanted), scopes, matchBy);
  }

  /** The same Probe for devices in these scopes, compared by {@link ScopeRule#RFC_3986}. */
  public Probe inScope(String... wanted) {
    return inScope(ScopeRule.RFC_3986, wanted);
  }

  /** The same Probe for devices in these scopes, compared by that rule. */
  public Probe inScope(ScopeRule rule, String... wanted) {
    return new Probe(types, List.of(wanted), rule.uri());
  }

  /** Whether the target has all types and lies in all scopes (WS-Discovery 1.1, section 5.1). */
  public boolean matches(Target target) {
    return target.types().containsAll(types)
        && ScopeRule.of(matchBy)
            .map(rule -> rule.matchesAll(scopes, target.scopes()))
            .orElse(false);
  }
}
