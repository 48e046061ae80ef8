package dev.flotilla.keys;

import dev.flotilla.dpws.tls.Pem;
import dev.flotilla.keys.KeysException.Kind;
import dev.flotilla.keys.PrivateFiles.Readers;
import java.io.IOException;
import java.math.BigInteger;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyPair;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.cert.X509CRL;
import java.security.cert.X509CRLEntry;
import java.security.cert.X509Certificate;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Date;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;

/**
 * The certificate authority of one group, in a directory on an operator's machine: {@code
 * authority.pem}, {@code authority-key.pem}, {@code revoked.pem} and {@code issued/}. Who can read
 * its key can make keys of any role.
 *
 * <p>Any thread; one change at a time, also among processes. Methods block for the time that the
 * files take. What a method has made is durable when it returns; when it fails, nothing has
 * changed.
 */
public final class Authority {
  /** How long the certificate of an authority is valid. */
  public static final Duration AUTHORITY_LIFE = Duration.ofDays(3_652);

  /** How long a certificate is valid by default. */
  public static final Duration DEFAULT_LIFE = Duration.ofDays(730);

  /** The longest that a certificate may be valid; it ends with its authority at the latest. */
  public static final Duration MAX_LIFE = AUTHORITY_LIFE;

  static final String KEY = "authority-key.pem";

  private final Path directory;
  private final Clock clock;
  private final String group;
  private final Issuer issuer;
  private final List<X509Certificate> certificates;
  private final IssuedRecords records;

  private Authority(
      Path directory,
      Clock clock,
      String group,
      Issuer issuer,
      List<X509Certificate> certificates) {
    this.directory = directory;
    this.clock = clock;
    this.group = group;
    this.issuer = issuer;
    this.certificates = certificates;
    this.records = new IssuedRecords(directory);
  }

  /** Makes an authority in a directory that does not exist yet. */
  static Authority create(Path directory, String group, Clock clock) throws KeysException {
    KeyPair keys = KeyPairs.generate();
    X509Certificate certificate =
        CertificateMaker.authority(keys, group, Validity.of(clock.instant(), AUTHORITY_LIFE));
    Issuer issuer = new Issuer(certificate, keys.getPrivate());
    try (StagedDirectory staged = StagedDirectory.of(directory)) {
      Path path = staged.path();
      PrivateFiles.write(
          path.resolve(KEY),
          Pem.of(Pem.PRIVATE_KEY, keys.getPrivate().getEncoded()),
          Readers.OWNER);
      PrivateFiles.write(
          path.resolve(KeyDirectory.AUTHORITY), Pem.of(certificate), Readers.EVERYBODY);
      X509CRL none = CertificateMaker.revocations(issuer, List.of(), List.of(), clock.instant());
      PrivateFiles.write(path.resolve(KeyDirectory.REVOKED), Pem.of(none), Readers.EVERYBODY);
      new IssuedRecords(path).create();
      staged.publish();
    } catch (IOException e) {
      throw KeysException.writing(directory, e);
    }
    return new Authority(directory, clock, group, issuer, List.of(certificate));
  }

  /**
   * Opens the authority in a directory, or in its subdirectory {@code authority}.
   *
   * @param clock says when certificates begin and end
   * @throws KeysException if files are missing or damaged, or others can read the private key
   */
  public static Authority open(Path directory, Clock clock) throws KeysException {
    Path below = directory.resolve(InitialKeys.AUTHORITY);
    Path path = Files.isDirectory(below) ? below : directory;
    Path file = path.resolve(KeyDirectory.AUTHORITY);
    List<X509Certificate> certificates = PemFiles.certificates(file);
    Path keyFile = path.resolve(KEY);
    PrivateKey key = PemFiles.privateKey(keyFile);
    X509Certificate own =
        certificates.stream()
            .filter(it -> KeyPairs.match(it.getPublicKey(), key))
            .findFirst()
            .orElseThrow(
                () -> KeysException.damaged(keyFile, "belongs to no certificate in " + file));
    String group =
        CertificateFields.groupOf(own)
            .orElseThrow(() -> KeysException.damaged(file, "is of no authority of a group"));
    return new Authority(path, clock, group, new Issuer(own, key), certificates);
  }

  /** The group that it is of. */
  public String group() {
    return group;
  }

  /** The certificate with which it signs now. */
  public X509Certificate certificate() {
    return issuer.certificate();
  }

  /** Its directory. */
  public Path directory() {
    return directory;
  }

  /** The revocation list that devices need, in its newest version. */
  public Path revocationFile() {
    return directory.resolve(KeyDirectory.REVOKED);
  }

  /**
   * Makes a key directory with a new key.
   *
   * @param grant whom it is for; neither name nor member id may belong to a valid certificate
   * @param life at least a day, at most {@link #MAX_LIFE}; cut where the authority ends
   * @param out the directory, which must not exist
   * @throws IllegalArgumentException if the life is not within its bounds
   */
  @SuppressWarnings("try") // The lock is held, not used.
  public KeyDirectory issue(Grant grant, Duration life, Path out) throws KeysException {
    try (AuthorityLock held = lock()) {
      requireUnused(grant);
      return make(grant, life, out);
    }
  }

  /**
   * Makes a key directory with a new key for the same name, roles and member id. The former
   * certificate stays valid until it ends or is revoked.
   *
   * @param name of a certificate that was issued and is not revoked
   * @param out the directory, which must not exist
   */
  public KeyDirectory renew(String name, Duration life, Path out) throws KeysException {
    return renew(name, life, out, UnaryOperator.identity());
  }

  /**
   * The same, with other addresses.
   *
   * @param addresses by which foreign clients call the device; none if empty
   */
  public KeyDirectory renew(String name, Duration life, Path out, List<String> addresses)
      throws KeysException {
    return renew(name, life, out, former -> former.withAddresses(addresses));
  }

  @SuppressWarnings("try") // The lock is held, not used.
  private KeyDirectory renew(String name, Duration life, Path out, UnaryOperator<Grant> change)
      throws KeysException {
    try (AuthorityLock held = lock()) {
      X509Record former = records.find(name).orElseThrow(() -> unknown(name));
      if (revocations().isRevoked(former.certificate())) {
        throw new KeysException(
            Kind.REFUSED,
            "the certificate of %s is revoked and cannot be renewed; issue a new one"
                .formatted(name));
      }
      return make(change.apply(former.grant()), life, out);
    }
  }

  /** Every certificate that was issued: the newest of each name, then the earlier ones. */
  public List<IssuedCertificate> issued() throws KeysException {
    List<IssuedCertificate> found = new ArrayList<>();
    X509CRL revoked = revocations();
    Set<String> names = new HashSet<>();
    for (X509Record record : records.all()) {
      found.add(describe(record, revoked, names.add(record.grant().name())));
    }
    return List.copyOf(found);
  }

  /**
   * Revokes every certificate of that name, and writes a revocation list with a higher number. The
   * list has no effect on a device before it is copied there.
   *
   * @return what was revoked now, at least one
   * @throws KeysException if there is none that is neither revoked nor ended
   */
  @SuppressWarnings("try") // The lock is held, not used.
  public List<IssuedCertificate> revoke(String name) throws KeysException {
    try (AuthorityLock held = lock()) {
      var unused = records.find(name).orElseThrow(() -> unknown(name));
      List<IssuedCertificate> valid = valid(it -> it.grant().name().equals(name));
      if (valid.isEmpty()) {
        throw new KeysException(
            Kind.REFUSED,
            "every certificate of %s is revoked already, or has ended".formatted(name));
      }
      requireValid();
      List<BigInteger> serials =
          valid.stream().map(it -> it.certificate().getSerialNumber()).toList();
      X509CRL next =
          CertificateMaker.revocations(issuer, List.of(revocations()), serials, clock.instant());
      write(revocationFile(), Pem.of(next));
      return valid.stream()
          .map(it -> new X509Record(it.grant(), it.certificate()))
          .map(it -> describe(it, next, true))
          .toList();
    }
  }

  /**
   * Certifies the key of a device that has made it itself. Asked again for the same key, it gives
   * the same certificate, so that a lost answer costs nothing.
   *
   * @param request PKCS #10 as PEM, signed with the key; its common name is a wish
   * @param roles what the device may do, whatever it asks for
   * @throws KeysException if the request is not sound, or its key was revoked
   */
  @SuppressWarnings("try") // The lock is held, not used.
  public Enrolled enrol(String request, Set<Role> roles, Duration life) throws KeysException {
    requireLife(life);
    SigningRequest asked = SigningRequest.read(request);
    try (AuthorityLock held = lock()) {
      requireValid();
      Optional<Enrolled> before = enrolledBefore(asked, roles);
      if (before.isPresent()) {
        return before.get();
      }
      X509Record added = certify(asked.key(), Grant.of(freeName(asked.name()), roles), life);
      records.put(added);
      return new Enrolled(describe(added, revocations(), true), false, bundle(added.certificate()));
    }
  }

  /**
   * The certificate that {@link #enrol} gave for the key of this request, if it did.
   *
   * @throws KeysException if the request is not sound, or its key was revoked
   */
  public Optional<Enrolled> enrolledBefore(String request, Set<Role> roles) throws KeysException {
    return enrolledBefore(SigningRequest.read(request), roles);
  }

  private Optional<Enrolled> enrolledBefore(SigningRequest asked, Set<Role> roles)
      throws KeysException {
    List<IssuedCertificate> ofKey =
        issued().stream()
            .filter(it -> CertificateFields.isOf(it.certificate(), asked.key()))
            .toList();
    if (ofKey.stream().anyMatch(it -> it.revoked().isPresent())) {
      throw new KeysException(
          Kind.REFUSED, "the key of the device is revoked; delete it there and begin anew");
    }
    Optional<IssuedCertificate> same =
        ofKey.stream()
            .filter(it -> it.grant().roles().equals(roles) && it.isValid(clock.instant()))
            .findFirst();
    return same.isPresent()
        ? Optional.of(new Enrolled(same.get(), true, bundle(same.get().certificate())))
        : Optional.empty();
  }

  /** By what an enrolment service proves that it is this authority's. Written nowhere. */
  public EnrolmentIdentity enrolmentIdentity(Duration life) throws KeysException {
    requireValid();
    KeyPair keys = KeyPairs.generate();
    X509Certificate certificate =
        CertificateMaker.enrolmentService(
            issuer, keys.getPublic(), Validity.of(clock.instant(), life));
    return new EnrolmentIdentity(keys.getPrivate(), List.of(certificate, issuer.certificate()));
  }

  private KeyDirectory make(Grant grant, Duration life, Path out) throws KeysException {
    requireLife(life);
    requireValid();
    KeyPair keys = KeyPairs.generate();
    X509Record made = certify(keys.getPublic(), grant, life);
    try (StagedDirectory staged = StagedDirectory.of(out)) {
      KeyDirectory.write(staged.path(), keys.getPrivate(), made.certificate(), sharedFiles());
      Optional<X509Record> former = records.put(made);
      try {
        staged.publish();
      } catch (IOException e) {
        records.takeBack(made, former);
        throw e;
      }
    } catch (IOException e) {
      throw KeysException.writing(out, e);
    }
    return new KeyDirectory(
        out, grant, made.certificate(), certificates, Optional.of(revocations()));
  }

  private X509Record certify(PublicKey key, Grant grant, Duration life) {
    return new X509Record(
        grant, CertificateMaker.device(issuer, key, grant, Validity.of(clock.instant(), life)));
  }

  private SharedFiles sharedFiles() throws KeysException {
    return new SharedFiles(
        PrivateFiles.read(directory.resolve(KeyDirectory.AUTHORITY)), Pem.of(revocations()));
  }

  private String bundle(X509Certificate certificate) throws KeysException {
    SharedFiles shared = sharedFiles();
    return Pem.of(certificate) + shared.authorities() + shared.revocations();
  }

  private X509CRL revocations() throws KeysException {
    Path file = revocationFile();
    X509CRL list =
        PemFiles.revocations(PrivateFiles.read(file), file)
            .orElseThrow(() -> KeysException.damaged(file, "holds no revocation list"));
    if (!CertificateFields.isSignedBy(list, issuer.certificate())) {
      throw KeysException.damaged(file, "is not of this authority");
    }
    return list;
  }

  private void requireUnused(Grant grant) throws KeysException {
    for (IssuedCertificate other : valid(it -> true)) {
      String name = other.grant().name();
      if (name.equals(grant.name())) {
        throw new KeysException(
            Kind.REFUSED,
            "%s has a certificate until %s; 'flotilla keys renew %s' makes the next, 'flotilla keys revoke %s' frees the name"
                .formatted(name, other.ends(), name, name));
      }
      if (grant.memberId().isPresent() && grant.memberId().equals(other.grant().memberId())) {
        throw new KeysException(
            Kind.REFUSED,
            "the member id is that of %s, whose certificate is valid until %s; revoke it, or use another id"
                .formatted(name, other.ends()));
      }
    }
  }

  private List<IssuedCertificate> valid(Predicate<IssuedCertificate> wanted) throws KeysException {
    Instant now = clock.instant();
    return issued().stream().filter(it -> it.isValid(now)).filter(wanted).toList();
  }

  /** A name that no certificate had yet: the wish, or with a number behind it. */
  private String freeName(String wish) throws KeysException {
    for (int number = 1; ; number++) {
      String ending = number == 1 ? "" : "-" + number;
      String name = wish.substring(0, Math.min(wish.length(), 64 - ending.length())) + ending;
      if (records.find(name).isEmpty()) {
        return name;
      }
    }
  }

  private IssuedCertificate describe(X509Record record, X509CRL revoked, boolean isNewest) {
    Optional<Instant> when =
        Optional.ofNullable(revoked.getRevokedCertificate(record.certificate()))
            .map(X509CRLEntry::getRevocationDate)
            .map(Date::toInstant);
    return new IssuedCertificate(record.grant(), record.certificate(), when, isNewest);
  }

  private void requireValid() throws KeysException {
    Instant ends = issuer.certificate().getNotAfter().toInstant();
    if (clock.instant().isAfter(ends)) {
      throw new KeysException(
          Kind.REFUSED,
          "the authority of group %s ended on %s; make a new one with 'flotilla keys init'"
              .formatted(group, ends));
    }
    Instant begins = issuer.certificate().getNotBefore().toInstant();
    if (clock.instant().isBefore(begins)) {
      throw new KeysException(
          Kind.REFUSED,
          "the authority of group %s is not valid before %s; set the clock of this machine"
              .formatted(group, begins));
    }
  }

  private AuthorityLock lock() throws KeysException {
    return AuthorityLock.take(directory);
  }

  private static void write(Path file, String text) throws KeysException {
    try {
      PrivateFiles.write(file, text, Readers.EVERYBODY);
    } catch (IOException e) {
      throw KeysException.writing(file, e);
    }
  }

  private static void requireLife(Duration life) {
    if (life.toDays() < 1 || life.compareTo(MAX_LIFE) > 0) {
      throw new IllegalArgumentException(
          "a certificate is valid for 1 to %s days, not %s"
              .formatted(MAX_LIFE.toDays(), life.toDays()));
    }
  }

  private static KeysException unknown(String name) {
    return new KeysException(
        Kind.REFUSED,
        "no certificate of the name %s was issued; 'flotilla keys list' shows them"
            .formatted(name));
  }
}
