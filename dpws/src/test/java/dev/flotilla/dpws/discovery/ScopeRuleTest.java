package dev.flotilla.dpws.discovery;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class ScopeRuleTest {
  @ParameterizedTest
  @CsvSource(
      textBlock =
          """
          # rule, wanted, offered, matches
          RFC_3986, http://example.com/abc, http://example.com/abc, true
          RFC_3986, http://example.com/abc, http://example.com/abc/def, true
          RFC_3986, http://example.com/a, http://example.com/abc, false
          RFC_3986, http://example.com/abc/def, http://example.com/abc, false
          RFC_3986, HTTP://Example.COM/abc, http://example.com/abc, true
          RFC_3986, http://example.com/ABC, http://example.com/abc, false
          RFC_3986, https://example.com/abc, http://example.com/abc, false
          RFC_3986, http://example.org/abc, http://example.com/abc, false
          RFC_3986, http://example.com, http://example.com/abc, true
          RFC_3986, http://example.com/, http://example.com/abc, true
          RFC_3986, http://example.com/abc/, http://example.com/abc/def, true
          RFC_3986, http://example.com/abc?x=1, http://example.com/abc#y, true
          RFC_3986, http://example.com/a%62c, http://example.com/abc/d, true
          RFC_3986, http://example.com/a%2Fb, http://example.com/a/b, false
          RFC_3986, http://example.com/a/./b, http://example.com/a/./b, false
          RFC_3986, http://example.com/a/../b, http://example.com/a/../b, false
          RFC_3986, http://example.com/a, http://example.com/a/%2E%2E/b, false
          RFC_3986, http://example.com/100%, http://example.com/100%, true
          RFC_3986, urn:flotilla:group:a, urn:flotilla:group:a, true
          RFC_3986, urn:flotilla:group:a, urn:flotilla:group:ab, false
          RFC_3986, urn:flotilla:group:a, urn:flotilla:group:a/b, true
          RFC_3986, x:a, x:/a, false
          RFC_3986, ldap:///ou=engineering, ldap:///ou=engineering, true
          STRCMP_0, http://example.com/abc, http://example.com/abc, true
          STRCMP_0, http://example.com/abc, http://example.com/abc/def, false
          STRCMP_0, http://example.com/abc, HTTP://example.com/abc, false
          UUID, urn:uuid:a3c4e4d9-6f30-4dff-9e62-6e5b1c6d2d3e, uuid:A3C4E4D9-6F30-4DFF-9E62-6E5B1C6D2D3E, true
          UUID, uuid:a3c4e4d9-6f30-4dff-9e62-6e5b1c6d2d3e, uuid:a3c4e4d9-6f30-4dff-9e62-6e5b1c6d2d3f, false
          UUID, http://example.com/abc, http://example.com/abc, false
          NONE, http://example.com/abc, http://example.com/abc, false
          """)
  void comparesTwoScopes(ScopeRule rule, String wanted, String offered, boolean matches) {
    assertThat(rule.matchesAll(List.of(wanted), List.of("urn:another", offered)))
        .isEqualTo(matches);
  }

  @Test
  void everyWantedScopeMustBeOffered() {
    List<String> offered = List.of("urn:a", "urn:b");
    assertThat(ScopeRule.RFC_3986.matchesAll(List.of("urn:b", "urn:a"), offered)).isTrue();
    assertThat(ScopeRule.RFC_3986.matchesAll(List.of("urn:a", "urn:c"), offered)).isFalse();
    assertThat(ScopeRule.RFC_3986.matchesAll(List.of(), offered)).isTrue();
    assertThat(ScopeRule.RFC_3986.matchesAll(List.of("urn:a"), List.of())).isFalse();
  }

  @Test
  void noneFindsOnlyWhatHasNoScope() {
    assertThat(ScopeRule.NONE.matchesAll(List.of(), List.of())).isTrue();
    assertThat(ScopeRule.NONE.matchesAll(List.of("urn:a"), List.of())).isTrue();
    assertThat(ScopeRule.NONE.matchesAll(List.of(), List.of("urn:a"))).isFalse();
  }

  @Test
  void ruleThatIsNotKnownMatchesNothing() {
    Probe ldap =
        new Probe(
            List.of(),
            List.of(Samples.KITCHEN),
            "http://docs.oasis-open.org/ws-dd/ns/discovery/2009/01/ldap");
    assertThat(ldap.matches(Samples.lamp(1))).isFalse();
    assertThat(Probe.anything().inScope(Samples.KITCHEN).matches(Samples.lamp(1))).isTrue();
  }
}
