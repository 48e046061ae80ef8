package dev.flotilla.keys;

import java.io.IOException;
import java.math.BigInteger;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.SecureRandom;
import java.security.cert.X509CRL;
import java.security.cert.X509Certificate;
import java.time.Instant;
import java.util.Date;
import java.util.List;
import java.util.stream.Stream;
import org.bouncycastle.asn1.x500.X500Name;
import org.bouncycastle.asn1.x500.X500NameBuilder;
import org.bouncycastle.asn1.x500.style.BCStyle;
import org.bouncycastle.asn1.x509.BasicConstraints;
import org.bouncycastle.asn1.x509.CRLNumber;
import org.bouncycastle.asn1.x509.ExtendedKeyUsage;
import org.bouncycastle.asn1.x509.Extension;
import org.bouncycastle.asn1.x509.GeneralName;
import org.bouncycastle.asn1.x509.GeneralNames;
import org.bouncycastle.asn1.x509.KeyPurposeId;
import org.bouncycastle.asn1.x509.KeyUsage;
import org.bouncycastle.cert.jcajce.JcaX509CRLConverter;
import org.bouncycastle.cert.jcajce.JcaX509CRLHolder;
import org.bouncycastle.cert.jcajce.JcaX509CertificateConverter;
import org.bouncycastle.cert.jcajce.JcaX509ExtensionUtils;
import org.bouncycastle.cert.jcajce.JcaX509v2CRLBuilder;
import org.bouncycastle.cert.jcajce.JcaX509v3CertificateBuilder;
import org.bouncycastle.operator.ContentSigner;
import org.bouncycastle.operator.OperatorCreationException;
import org.bouncycastle.operator.jcajce.JcaContentSignerBuilder;
import org.bouncycastle.pkcs.PKCS10CertificationRequest;
import org.bouncycastle.pkcs.jcajce.JcaPKCS10CertificationRequestBuilder;

/**
 * Writes certificates, requests and revocation lists: X.509 version 3 and RFC 5280. Knows nothing
 * of files. Any thread.
 */
final class CertificateMaker {
  private static final SecureRandom RANDOM = new SecureRandom();
  private static final int SERIAL_BITS = 128;
  private static final int MAX_COMMON_NAME = 64;

  private CertificateMaker() {}

  /** A certificate that an authority makes for its own key. */
  static X509Certificate authority(KeyPair keys, String group, Validity validity) {
    X500Name name = commonName(group);
    JcaX509v3CertificateBuilder builder =
        new JcaX509v3CertificateBuilder(
            name, serial(), validity.first(), validity.last(), name, keys.getPublic());
    try {
      JcaX509ExtensionUtils identifiers = new JcaX509ExtensionUtils();
      builder
          .addExtension(Extension.basicConstraints, true, new BasicConstraints(0))
          .addExtension(
              Extension.keyUsage, true, new KeyUsage(KeyUsage.keyCertSign | KeyUsage.cRLSign))
          .addExtension(
              Extension.subjectKeyIdentifier,
              false,
              identifiers.createSubjectKeyIdentifier(keys.getPublic()))
          .addExtension(
              Extension.subjectAlternativeName,
              false,
              names(List.of(CertificateFields.GROUP_URI_PREFIX + group), List.of()));
      return signed(builder, keys.getPrivate());
    } catch (IOException | GeneralSecurityException e) {
      throw impossible(e);
    }
  }

  /** A certificate for a device or a user. */
  static X509Certificate device(Issuer issuer, PublicKey key, Grant grant, Validity validity) {
    Stream<String> roles = grant.roles().stream().map(Role::uri);
    return endEntity(
        issuer,
        key,
        grant.name(),
        names(Stream.concat(roles, grant.memberUri().stream()).toList(), grant.addresses()),
        List.of(KeyPurposeId.id_kp_serverAuth, KeyPurposeId.id_kp_clientAuth),
        validity);
  }

  /** A certificate for the service that enrols devices: no role, and no client's. */
  static X509Certificate enrolmentService(Issuer issuer, PublicKey key, Validity validity) {
    return endEntity(
        issuer,
        key,
        "enrolment",
        names(List.of(CertificateFields.ENROLMENT_URI), List.of()),
        List.of(KeyPurposeId.id_kp_serverAuth),
        validity);
  }

  /**
   * A revocation list without entries, or with those of another and some more.
   *
   * @param former the list to be replaced; its number is exceeded by one
   * @param more serial numbers that are revoked from now on
   */
  static X509CRL revocations(
      Issuer issuer, List<X509CRL> former, List<BigInteger> more, Instant now) {
    Instant from = Validity.of(now, Validity.EARLIER).from();
    JcaX509v2CRLBuilder builder = new JcaX509v2CRLBuilder(issuer.certificate(), Date.from(from));
    // Nothing of the authority is valid after its own certificate, so neither need this be.
    builder.setNextUpdate(issuer.certificate().getNotAfter());
    try {
      BigInteger number = BigInteger.ONE;
      for (X509CRL list : former) {
        builder.addCRL(new JcaX509CRLHolder(list));
        number = CertificateFields.number(list).add(BigInteger.ONE).max(number);
      }
      more.forEach(serial -> builder.addCRLEntry(serial, Date.from(now), 0));
      builder
          .addExtension(Extension.cRLNumber, false, new CRLNumber(number))
          .addExtension(
              Extension.authorityKeyIdentifier,
              false,
              new JcaX509ExtensionUtils()
                  .createAuthorityKeyIdentifier(issuer.certificate().getPublicKey()));
      return new JcaX509CRLConverter().getCRL(builder.build(signer(issuer.key())));
    } catch (IOException | GeneralSecurityException | OperatorCreationException e) {
      throw impossible(e);
    }
  }

  /** A request for a certificate, signed with the key that is to be certified: PKCS #10. */
  static byte[] request(KeyPair keys, String name) {
    try {
      PKCS10CertificationRequest request =
          new JcaPKCS10CertificationRequestBuilder(commonName(name), keys.getPublic())
              .build(signer(keys.getPrivate()));
      return request.getEncoded();
    } catch (IOException | OperatorCreationException e) {
      throw impossible(e);
    }
  }

  private static X509Certificate endEntity(
      Issuer issuer,
      PublicKey key,
      String name,
      GeneralNames names,
      List<KeyPurposeId> purposes,
      Validity validity) {
    Validity within = validity.atMost(issuer.certificate().getNotAfter().toInstant());
    JcaX509v3CertificateBuilder builder =
        new JcaX509v3CertificateBuilder(
            issuer.certificate(), serial(), within.first(), within.last(), commonName(name), key);
    try {
      JcaX509ExtensionUtils identifiers = new JcaX509ExtensionUtils();
      builder
          .addExtension(Extension.basicConstraints, true, new BasicConstraints(false))
          .addExtension(Extension.keyUsage, true, new KeyUsage(KeyUsage.digitalSignature))
          .addExtension(
              Extension.extendedKeyUsage,
              false,
              new ExtendedKeyUsage(purposes.toArray(KeyPurposeId[]::new)))
          .addExtension(
              Extension.subjectKeyIdentifier, false, identifiers.createSubjectKeyIdentifier(key))
          .addExtension(
              Extension.authorityKeyIdentifier,
              false,
              identifiers.createAuthorityKeyIdentifier(issuer.certificate().getPublicKey()))
          .addExtension(Extension.subjectAlternativeName, false, names);
      return signed(builder, issuer.key());
    } catch (IOException | GeneralSecurityException e) {
      throw impossible(e);
    }
  }

  private static X509Certificate signed(JcaX509v3CertificateBuilder builder, PrivateKey key) {
    try {
      return new JcaX509CertificateConverter().getCertificate(builder.build(signer(key)));
    } catch (GeneralSecurityException | OperatorCreationException e) {
      throw impossible(e);
    }
  }

  private static ContentSigner signer(PrivateKey key) throws OperatorCreationException {
    return new JcaContentSignerBuilder(KeyPairs.SIGNATURE).build(key);
  }

  private static X500Name commonName(String name) {
    String cut = name.substring(0, Math.min(name.length(), MAX_COMMON_NAME));
    return new X500NameBuilder(BCStyle.INSTANCE).addRDN(BCStyle.CN, cut).build();
  }

  /** Random, so that nobody foretells what is signed; positive, as RFC 5280, 4.1.2.2 asks. */
  private static BigInteger serial() {
    return new BigInteger(SERIAL_BITS, RANDOM).setBit(0);
  }

  private static GeneralNames names(List<String> uris, List<String> addresses) {
    Stream<GeneralName> named =
        uris.stream().map(uri -> new GeneralName(GeneralName.uniformResourceIdentifier, uri));
    Stream<GeneralName> called =
        addresses.stream()
            .map(
                address ->
                    new GeneralName(
                        Grant.isIpAddress(address) ? GeneralName.iPAddress : GeneralName.dNSName,
                        address));
    return new GeneralNames(Stream.concat(named, called).toArray(GeneralName[]::new));
  }

  private static IllegalStateException impossible(Exception cause) {
    return new IllegalStateException("this Java cannot sign certificates", cause);
  }
}
