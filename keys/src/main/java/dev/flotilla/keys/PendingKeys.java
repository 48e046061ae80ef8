package dev.flotilla.keys;

import dev.flotilla.dpws.tls.Pem;
import dev.flotilla.keys.KeysException.Kind;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.security.KeyPair;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.cert.X509CRL;
import java.security.cert.X509Certificate;
import java.util.List;
import java.util.Optional;

/**
 * The key of a device that waits for its certificate, in a hidden directory {@code .NAME.joining}
 * beside the one that it becomes. It is kept from one attempt to the next, so that a certificate
 * whose answer was lost is asked for again and not twice. The private key never leaves the device.
 *
 * <p>One thread at a time.
 */
public final class PendingKeys {
  private static final String REQUEST = "request.pem";

  private final Path target;
  private final Path path;
  private final KeyPair keys;

  private PendingKeys(Path target, Path path, KeyPair keys) {
    this.target = target;
    this.path = path;
    this.keys = keys;
  }

  /**
   * Makes a key, or reads the one of an earlier attempt. Durable on return.
   *
   * @param target the key directory that is to be, which must not exist
   * @throws KeysException if it does, or if nothing can be written there
   */
  public static PendingKeys of(Path target) throws KeysException {
    Path absolute = target.toAbsolutePath().normalize();
    Path path = absolute.resolveSibling("." + absolute.getFileName() + ".joining");
    if (Files.exists(absolute, LinkOption.NOFOLLOW_LINKS)) {
      throw KeysException.writing(target, new FileAlreadyExistsException(target.toString()));
    }
    try {
      if (!Files.isDirectory(path, LinkOption.NOFOLLOW_LINKS)) {
        StagedDirectory.createParents(path);
        PrivateFiles.createDirectory(path);
      }
      Path keyFile = path.resolve(KeyDirectory.KEY);
      Path halfFile = path.resolve(REQUEST);
      if (!Files.exists(keyFile) || !Files.exists(halfFile)) {
        KeyPair made = KeyPairs.generate();
        // The public half first: a private key that is there has its half beside it.
        PrivateFiles.write(
            halfFile,
            Pem.of(SigningRequest.PEM_TYPE, CertificateMaker.request(made, "device")),
            PrivateFiles.Readers.EVERYBODY);
        KeyDirectory.writeKey(path, made.getPrivate());
        return new PendingKeys(target, path, made);
      }
      return new PendingKeys(target, path, read(keyFile, halfFile));
    } catch (IOException e) {
      throw KeysException.writing(path, e);
    }
  }

  /** A request for a certificate, PKCS #10 as PEM. */
  public String request(String name) {
    return Pem.of(
        SigningRequest.PEM_TYPE, CertificateMaker.request(keys, SigningRequest.fit(name)));
  }

  /**
   * Makes the key directory of what an authority has answered. Durable on return.
   *
   * @param bundle its answer, {@link Enrolled#bundle}
   * @param authority the authority that is trusted
   * @throws KeysException if the answer is not for this key or not of this authority, or if the
   *     directory cannot be written; the key is kept then
   */
  public KeyDirectory complete(String bundle, X509Certificate authority) throws KeysException {
    List<X509Certificate> all = PemFiles.certificates(bundle, "the answer");
    Optional<X509CRL> revoked = PemFiles.revocations(bundle, "the answer");
    if (all.size() < 2 || revoked.isEmpty()) {
      throw refused("is not complete");
    }
    X509Certificate own = all.get(0);
    List<X509Certificate> authorities = all.subList(1, all.size());
    if (!CertificateFields.isOf(own, keys.getPublic())
        || !CertificateFields.isSignedBy(own, authority)) {
      throw refused("holds a certificate of another key or another authority");
    }
    if (!authorities.contains(authority)
        || !CertificateFields.isSignedBy(revoked.get(), authority)) {
      throw refused("holds files of another authority");
    }
    StringBuilder shared = new StringBuilder();
    authorities.forEach(it -> shared.append(Pem.of(it)));
    try {
      KeyDirectory.writeRest(path, own, new SharedFiles(shared.toString(), Pem.of(revoked.get())));
      StagedDirectory.publish(path, target.toAbsolutePath().normalize());
      Files.deleteIfExists(target.resolve(REQUEST));
    } catch (IOException e) {
      throw KeysException.writing(target, e);
    }
    return KeyDirectory.of(target, own, authorities, revoked);
  }

  private static KeyPair read(Path keyFile, Path halfFile) throws KeysException {
    PrivateKey key = PemFiles.privateKey(keyFile);
    PublicKey half = SigningRequest.read(PrivateFiles.read(halfFile)).key();
    if (!KeyPairs.match(half, key)) {
      throw new KeysException(
          Kind.DIRECTORY,
          "%s and %s do not belong together; delete their directory and join again"
              .formatted(keyFile, halfFile));
    }
    return new KeyPair(half, key);
  }

  private static KeysException refused(String why) {
    return new KeysException(
        Kind.REFUSED, "the enrolment service's answer " + why + "; run its newest version");
  }
}
