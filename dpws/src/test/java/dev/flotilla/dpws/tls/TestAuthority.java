package dev.flotilla.dpws.tls;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.IOException;
import java.math.BigInteger;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.SecureRandom;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.security.spec.ECGenParameterSpec;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Date;
import java.util.List;
import java.util.stream.Stream;
import org.bouncycastle.asn1.x500.X500Name;
import org.bouncycastle.asn1.x509.BasicConstraints;
import org.bouncycastle.asn1.x509.CRLReason;
import org.bouncycastle.asn1.x509.ExtendedKeyUsage;
import org.bouncycastle.asn1.x509.Extension;
import org.bouncycastle.asn1.x509.GeneralName;
import org.bouncycastle.asn1.x509.GeneralNames;
import org.bouncycastle.asn1.x509.KeyPurposeId;
import org.bouncycastle.asn1.x509.KeyUsage;
import org.bouncycastle.cert.X509CertificateHolder;
import org.bouncycastle.cert.X509v2CRLBuilder;
import org.bouncycastle.cert.X509v3CertificateBuilder;
import org.bouncycastle.cert.jcajce.JcaX509CertificateConverter;
import org.bouncycastle.cert.jcajce.JcaX509v3CertificateBuilder;
import org.bouncycastle.operator.ContentSigner;
import org.bouncycastle.operator.OperatorCreationException;
import org.bouncycastle.operator.jcajce.JcaContentSignerBuilder;

/** An authority for tests: makes key directories as a group's authority would. */
public final class TestAuthority {
  private static final Duration BACK = Duration.ofHours(1);

  private final X500Name name;
  private final KeyPair keys = newKeys();
  private final X509Certificate certificate;
  private final List<BigInteger> revoked = new ArrayList<>();

  private TestAuthority(String group) throws Exception {
    this.name = new X500Name("CN=" + group);
    X509v3CertificateBuilder builder =
        builder(name, keys, List.of("urn:flotilla:group:" + group), Instant.now().minus(BACK), 3650)
            .addExtension(Extension.basicConstraints, true, new BasicConstraints(0))
            .addExtension(
                Extension.keyUsage, true, new KeyUsage(KeyUsage.keyCertSign | KeyUsage.cRLSign));
    this.certificate = signed(builder);
  }

  /** A new authority for a group. */
  public static TestAuthority of(String group) {
    try {
      return new TestAuthority(group);
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }

  /** Its own certificate. */
  public X509Certificate certificate() {
    return certificate;
  }

  /** Makes a key directory that is valid now. */
  public Path issue(Path directory, String subject, String... uris) {
    return issue(directory, subject, Instant.now().minus(BACK), 730, uris);
  }

  /** Makes a key directory with a certificate that has expired. */
  public Path issueExpired(Path directory, String subject, String... uris) {
    return issue(directory, subject, Instant.now().minus(Duration.ofDays(10)), 9, uris);
  }

  /** Makes a key directory. */
  public Path issue(Path directory, String subject, Instant from, int days, String... uris) {
    try {
      KeyPair pair = newKeys();
      X509v3CertificateBuilder builder =
          builder(new X500Name("CN=" + subject), pair, List.of(uris), from, days)
              .addExtension(Extension.basicConstraints, true, new BasicConstraints(false))
              .addExtension(Extension.keyUsage, true, new KeyUsage(KeyUsage.digitalSignature))
              .addExtension(
                  Extension.extendedKeyUsage,
                  false,
                  new ExtendedKeyUsage(
                      new KeyPurposeId[] {
                        KeyPurposeId.id_kp_serverAuth, KeyPurposeId.id_kp_clientAuth
                      }));
      Files.createDirectories(directory);
      write(directory, "authority.pem", "CERTIFICATE", certificate.getEncoded());
      write(directory, "certificate.pem", "CERTIFICATE", signed(builder).getEncoded());
      write(directory, "key.pem", "PRIVATE KEY", pair.getPrivate().getEncoded());
      Files.setPosixFilePermissions(
          directory.resolve("key.pem"), PosixFilePermissions.fromString("rw-------"));
      return directory;
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }

  /** Revokes the certificate of a key directory; {@link #publish} tells others. */
  public TestAuthority revoke(Path directory) throws Exception {
    try (var in = Files.newInputStream(directory.resolve("certificate.pem"))) {
      var factory = CertificateFactory.getInstance("X.509");
      revoked.add(((X509Certificate) factory.generateCertificate(in)).getSerialNumber());
    }
    return this;
  }

  /** Writes the list of what is revoked into a key directory. */
  public void publish(Path directory) throws Exception {
    X509v2CRLBuilder builder = new X509v2CRLBuilder(name, Date.from(Instant.now()));
    builder.setNextUpdate(Date.from(Instant.now().plus(Duration.ofDays(30))));
    revoked.forEach(
        it -> builder.addCRLEntry(it, Date.from(Instant.now()), CRLReason.keyCompromise));
    write(directory, "revoked.pem", "X509 CRL", builder.build(signer()).getEncoded());
  }

  private X509v3CertificateBuilder builder(
      X500Name subject, KeyPair pair, List<String> uris, Instant from, int days)
      throws IOException {
    GeneralName[] names =
        Stream.concat(uris.stream(), Stream.of("urn:test"))
            .limit(Math.max(1, uris.size()))
            .map(uri -> new GeneralName(GeneralName.uniformResourceIdentifier, uri))
            .toArray(GeneralName[]::new);
    return new JcaX509v3CertificateBuilder(
            name,
            new BigInteger(127, new SecureRandom()),
            Date.from(from),
            Date.from(from.plus(Duration.ofDays(days))),
            subject,
            pair.getPublic())
        .addExtension(Extension.subjectAlternativeName, false, new GeneralNames(names));
  }

  private X509Certificate signed(X509v3CertificateBuilder builder) throws Exception {
    X509CertificateHolder holder = builder.build(signer());
    return new JcaX509CertificateConverter().getCertificate(holder);
  }

  private ContentSigner signer() throws OperatorCreationException {
    return new JcaContentSignerBuilder("SHA256withECDSA").build(keys.getPrivate());
  }

  private static KeyPair newKeys() {
    try {
      KeyPairGenerator generator = KeyPairGenerator.getInstance("EC");
      generator.initialize(new ECGenParameterSpec("secp256r1"));
      return generator.generateKeyPair();
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }

  private static void write(Path directory, String name, String kind, byte[] bytes)
      throws IOException {
    String pem =
        "-----BEGIN "
            + kind
            + "-----\n"
            + Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(bytes)
            + "\n-----END "
            + kind
            + "-----\n";
    Path next = Files.writeString(directory.resolve(name + ".new"), pem, US_ASCII);
    Files.move(next, directory.resolve(name), StandardCopyOption.REPLACE_EXISTING);
  }
}
