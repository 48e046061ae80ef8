package dev.flotilla.keys;

import java.math.BigInteger;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.PublicKey;
import java.security.cert.CertificateEncodingException;
import java.security.cert.CertificateParsingException;
import java.security.cert.X509CRL;
import java.security.cert.X509Certificate;
import java.util.Collection;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Stream;
import org.bouncycastle.asn1.ASN1Integer;
import org.bouncycastle.asn1.ASN1OctetString;
import org.bouncycastle.asn1.x500.RDN;
import org.bouncycastle.asn1.x500.X500Name;
import org.bouncycastle.asn1.x500.style.BCStyle;
import org.bouncycastle.asn1.x500.style.IETFUtils;
import org.bouncycastle.asn1.x509.Extension;

/** Reads what {@link CertificateMaker} writes. Any thread. */
public final class CertificateFields {
  /** Before the name of the group, in the certificate of its authority. */
  static final String GROUP_URI_PREFIX = "urn:flotilla:group:";

  /** Names the service that enrols devices; no device or user has it. */
  static final String ENROLMENT_URI = "urn:flotilla:service:enrolment";

  private static final int HOST = 2;
  private static final int URI = 6;
  private static final int IP = 7;

  private CertificateFields() {}

  /** The group of an authority's certificate; empty for any other. */
  public static Optional<String> groupOf(X509Certificate certificate) {
    return uris(certificate).stream()
        .filter(uri -> uri.startsWith(GROUP_URI_PREFIX))
        .map(uri -> uri.substring(GROUP_URI_PREFIX.length()))
        .findFirst();
  }

  /** What the certificate of a device or user says of it; empty for any other. */
  public static Optional<Grant> grantOf(X509Certificate certificate) {
    List<String> uris = uris(certificate);
    Set<Role> roles = EnumSet.noneOf(Role.class);
    uris.forEach(uri -> Role.ofUri(uri).ifPresent(roles::add));
    Optional<UUID> id = uris.stream().flatMap(uri -> Grant.memberIdOf(uri).stream()).findFirst();
    try {
      List<String> addresses =
          Stream.concat(names(certificate, HOST).stream(), names(certificate, IP).stream())
              .toList();
      return commonName(certificate).map(name -> new Grant(name, roles, id, addresses));
    } catch (IllegalArgumentException e) {
      return Optional.empty();
    }
  }

  /** Whether it is of the service that enrols devices. */
  public static boolean isEnrolmentService(X509Certificate certificate) {
    return uris(certificate).contains(ENROLMENT_URI);
  }

  /** Whether the signature on the certificate is of that authority. */
  static boolean isSignedBy(X509Certificate certificate, X509Certificate authority) {
    try {
      certificate.verify(authority.getPublicKey());
      return certificate.getIssuerX500Principal().equals(authority.getSubjectX500Principal());
    } catch (GeneralSecurityException e) {
      return false;
    }
  }

  /** Whether the signature on the list is of that authority. */
  static boolean isSignedBy(X509CRL list, X509Certificate authority) {
    try {
      list.verify(authority.getPublicKey());
      return list.getIssuerX500Principal().equals(authority.getSubjectX500Principal());
    } catch (GeneralSecurityException e) {
      return false;
    }
  }

  /** The number of a revocation list, which grows with each; 0 if it has none. */
  static BigInteger number(X509CRL list) {
    byte[] extension = list.getExtensionValue(Extension.cRLNumber.getId());
    if (extension == null) {
      return BigInteger.ZERO;
    }
    byte[] number = ASN1OctetString.getInstance(extension).getOctets();
    return ASN1Integer.getInstance(number).getValue();
  }

  /** The serial number as it is written for people: hexadecimal. */
  public static String serial(X509Certificate certificate) {
    return certificate.getSerialNumber().toString(16).toLowerCase(Locale.ROOT);
  }

  /** SHA-256 of the certificate, as DER. */
  public static byte[] fingerprint(X509Certificate certificate) {
    try {
      return MessageDigest.getInstance("SHA-256").digest(certificate.getEncoded());
    } catch (NoSuchAlgorithmException | CertificateEncodingException e) {
      throw new IllegalStateException("no fingerprint of a certificate", e);
    }
  }

  /** Whether the certificate is of that key. */
  static boolean isOf(X509Certificate certificate, PublicKey key) {
    return MessageDigest.isEqual(certificate.getPublicKey().getEncoded(), key.getEncoded());
  }

  private static Optional<String> commonName(X509Certificate certificate) {
    return commonName(X500Name.getInstance(certificate.getSubjectX500Principal().getEncoded()));
  }

  static Optional<String> commonName(X500Name name) {
    RDN[] found = name.getRDNs(BCStyle.CN);
    return found.length == 0
        ? Optional.empty()
        : Optional.of(IETFUtils.valueToString(found[0].getFirst().getValue()));
  }

  private static List<String> uris(X509Certificate certificate) {
    return names(certificate, URI);
  }

  private static List<String> names(X509Certificate certificate, int kind) {
    try {
      Collection<List<?>> names = certificate.getSubjectAlternativeNames();
      return names == null
          ? List.of()
          : names.stream()
              .filter(name -> Integer.valueOf(kind).equals(name.get(0)))
              .map(name -> String.valueOf(name.get(1)))
              .toList();
    } catch (CertificateParsingException e) {
      return List.of();
    }
  }
}
