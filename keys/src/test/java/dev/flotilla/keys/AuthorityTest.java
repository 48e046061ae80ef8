package dev.flotilla.keys;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.cert.CertPathValidator;
import java.security.cert.CertPathValidatorException;
import java.security.cert.CertStore;
import java.security.cert.CertificateFactory;
import java.security.cert.CollectionCertStoreParameters;
import java.security.cert.PKIXParameters;
import java.security.cert.TrustAnchor;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class AuthorityTest {
  private static final Duration YEAR = Duration.ofDays(365);

  // Kinds of names in RFC 5280, 4.2.1.6.
  private static final int DNS_NAME = 2;
  private static final int IP_ADDRESS = 7;

  @TempDir private Path directory;
  private Path keys = Path.of("");

  @BeforeEach
  void makeKeys() throws KeysException {
    keys = directory.resolve("hall-keys");
    var unused = InitialKeys.create(keys, "hall", 3, 1, Clock.systemUTC());
  }

  @Test
  void everyCertificateIsValidToTheJdk() throws Exception {
    List<String> names = List.of("member-1", "member-2", "member-3", "admin", "client-1");
    for (String name : names) {
      KeyDirectory made = KeyDirectory.open(keys.resolve(name));
      validate(made);
      assertThat(made.group()).isEqualTo("hall");
      assertThat(made.problems(Instant.now())).isEmpty();
      assertThat(made.certificate().getExtendedKeyUsage())
          .containsExactlyInAnyOrder("1.3.6.1.5.5.7.3.1", "1.3.6.1.5.5.7.3.2");
    }
    assertThat(authority().issued()).hasSize(names.size());
  }

  @Test
  void aMemberHasAnIdOfItsOwn() throws Exception {
    KeyDirectory first = KeyDirectory.open(keys.resolve("member-1"));
    KeyDirectory second = KeyDirectory.open(keys.resolve("member-2"));
    assertThat(first.grant().memberId()).isPresent().isNotEqualTo(second.grant().memberId());
    assertThat(KeyDirectory.open(keys.resolve("admin")).grant().memberId()).isEmpty();
  }

  @Test
  void aRevokedCertificateIsInvalidWithTheNewList() throws Exception {
    Authority authority = authority();
    assertThat(authority.revoke("client-1")).hasSize(1);
    Path client = keys.resolve("client-1");
    Files.copy(
        authority.revocationFile(),
        client.resolve(KeyDirectory.REVOKED),
        java.nio.file.StandardCopyOption.REPLACE_EXISTING);
    KeyDirectory revoked = KeyDirectory.open(client);
    assertThatThrownBy(() -> validate(revoked)).isInstanceOf(CertPathValidatorException.class);
    assertThat(revoked.problems(Instant.now())).singleElement().asString().contains("is revoked");
    assertThatThrownBy(() -> authority.renew("client-1", YEAR, directory.resolve("again")))
        .isInstanceOf(KeysException.class)
        .hasMessageContaining("is revoked");
  }

  @Test
  void privateKeysAreReadableByTheirOwnerOnly() throws Exception {
    for (String file : List.of("authority/authority-key.pem", "member-1/key.pem")) {
      assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(keys.resolve(file))))
          .isEqualTo("rw-------");
    }
  }

  @Test
  void aKeyThatOthersCanReadIsRefused() throws Exception {
    Path key = keys.resolve("member-1/key.pem");
    Files.setPosixFilePermissions(key, PosixFilePermissions.fromString("rw-r--r--"));
    assertThatThrownBy(() -> KeyDirectory.open(keys.resolve("member-1")))
        .isInstanceOf(KeysException.class)
        .hasMessageContaining("key.pem");
  }

  @Test
  void nothingIsOverwritten() throws Exception {
    byte[] before = Files.readAllBytes(keys.resolve("member-1/key.pem"));
    assertThatThrownBy(() -> InitialKeys.create(keys, "hall", 1, 0, Clock.systemUTC()))
        .isInstanceOf(KeysException.class)
        .hasMessageContaining(keys.toString());
    assertThatThrownBy(
            () ->
                authority()
                    .issue(
                        Grant.of("new", EnumSet.of(Role.CLIENT)), YEAR, keys.resolve("member-1")))
        .isInstanceOf(KeysException.class);
    assertThat(keys.resolve("member-1/key.pem")).hasBinaryContent(before);
    assertThat(authority().issued()).noneMatch(it -> it.grant().name().equals("new"));
  }

  @Test
  void renewalKeepsNameRolesAndMemberId() throws Exception {
    Path out = directory.resolve("renewed");
    KeyDirectory former = KeyDirectory.open(keys.resolve("member-2"));
    KeyDirectory renewed = authority().renew("member-2", YEAR, out);
    assertThat(renewed.grant()).isEqualTo(former.grant());
    assertThat(renewed.certificate().getPublicKey())
        .isNotEqualTo(former.certificate().getPublicKey());
    validate(KeyDirectory.open(out));
  }

  @Test
  void addressesStandInTheCertificatesOfMembers() throws Exception {
    Path out = directory.resolve("addressed");
    List<List<String>> addresses =
        List.of(List.of("192.168.1.5", "node-1.example"), List.of("fd00::7", "node_2"));
    var unused = InitialKeys.create(out, "hall", addresses, 0, Clock.systemUTC());

    KeyDirectory first = KeyDirectory.open(out.resolve("member-1"));
    validate(first);
    assertThat(first.certificate().getSubjectAlternativeNames())
        .contains(List.of(DNS_NAME, "node-1.example"), List.of(IP_ADDRESS, "192.168.1.5"));
    KeyDirectory second = KeyDirectory.open(out.resolve("member-2"));
    assertThat(second.certificate().getSubjectAlternativeNames())
        .contains(List.of(DNS_NAME, "node_2"), List.of(IP_ADDRESS, "fd00:0:0:0:0:0:0:7"));
    Authority authority = Authority.open(out, Clock.systemUTC());
    KeyDirectory renewed = authority.renew("member-1", YEAR, directory.resolve("renewed"));
    assertThat(renewed.grant()).isEqualTo(first.grant());
    KeyDirectory moved =
        authority.renew("member-1", YEAR, directory.resolve("moved"), List.of("10.0.0.9"));
    assertThat(moved.grant().addresses()).containsExactly("10.0.0.9");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "a b", "300.1.1.1", "fd00::g", "-x", "*.example", "http://x"})
  void whatIsNoAddressIsRefused(String address) {
    Grant grant = Grant.of("member-9", EnumSet.of(Role.MEMBER));
    assertThatThrownBy(() -> grant.withAddresses(List.of(address)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("'" + address + "'");
  }

  @Test
  void aNameThatIsInUseIsRefused() {
    assertThatThrownBy(
            () ->
                authority()
                    .issue(Grant.of("admin", EnumSet.of(Role.ADMIN)), YEAR, directory.resolve("x")))
        .isInstanceOf(KeysException.class)
        .hasMessageContaining("keys renew admin");
  }

  @Test
  void anAuthorityThatHasEndedIssuesNothing() throws Exception {
    Instant later = Instant.now().plus(Authority.AUTHORITY_LIFE).plus(YEAR);
    Authority ended = Authority.open(keys, Clock.fixed(later, ZoneOffset.UTC));
    assertThatThrownBy(
            () ->
                ended.issue(
                    Grant.of("late", EnumSet.of(Role.CLIENT)), YEAR, directory.resolve("late")))
        .isInstanceOf(KeysException.class);
  }

  private Authority authority() throws KeysException {
    return Authority.open(keys, Clock.systemUTC());
  }

  private static void validate(KeyDirectory made) throws Exception {
    PKIXParameters parameters =
        new PKIXParameters(Set.of(new TrustAnchor(made.authorities().get(0), null)));
    parameters.addCertStore(
        CertStore.getInstance(
            "Collection",
            new CollectionCertStoreParameters(List.of(made.revocations().orElseThrow()))));
    parameters.setRevocationEnabled(true);
    var unused =
        CertPathValidator.getInstance("PKIX")
            .validate(
                CertificateFactory.getInstance("X.509")
                    .generateCertPath(List.of(made.certificate())),
                parameters);
  }
}
