package dev.flotilla.bench.harness.flotilla;

import static java.nio.charset.StandardCharsets.US_ASCII;

import dev.flotilla.bench.SystemFailedException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.GeneralSecurityException;
import java.security.Key;
import java.security.KeyStore;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.TimeUnit;

/**
 * The keys of one cluster that is measured with TLS: an authority, a key directory for each server,
 * and one for the clients. The JDK's keytool makes them, for 30 days; nobody else should use them.
 */
final class BenchKeys {
  private static final char[] PASSWORD = "benchmark".toCharArray();
  private static final String CLIENT = "client";
  private static final String AUTHORITY = "authority";
  private static final String ROLE = "uri:urn:flotilla:role:";
  private static final long LIMIT_SECONDS = 60;

  private final Path directory;

  private BenchKeys(Path directory) {
    this.directory = directory;
  }

  /**
   * The keys of a cluster, which are made if they are not there.
   *
   * @param directory of these keys only
   */
  static BenchKeys of(Path directory, String group, int servers) throws IOException {
    BenchKeys keys = new BenchKeys(directory);
    if (!Files.exists(directory)) {
      Files.createDirectories(directory);
      keys.make(group, servers);
    }
    return keys;
  }

  /** The key directory of a server, by its number from 1. */
  Path server(int number) {
    return directory.resolve("server-" + number);
  }

  /** The key directory of all clients. */
  Path client() {
    return directory.resolve(CLIENT);
  }

  private void make(String group, int servers) throws IOException {
    keytool(
        AUTHORITY,
        List.of(
            "-ext",
            "bc:critical=ca:true,pathlen:0",
            "-ext",
            "ku:critical=keyCertSign,cRLSign",
            "-ext",
            "san=uri:urn:flotilla:group:" + group),
        group);
    for (int number = 1; number <= servers; number++) {
      issue("server-" + number, ROLE + "member,uri:urn:uuid:" + UUID.randomUUID());
    }
    issue(CLIENT, ROLE + "client");
    export(servers);
  }

  private void issue(String name, String uris) throws IOException {
    keytool(
        name,
        List.of(
            "-signer",
            AUTHORITY,
            "-ext",
            "ku:critical=digitalSignature",
            "-ext",
            "eku=serverAuth,clientAuth",
            "-ext",
            "san=" + uris),
        name);
  }

  private void keytool(String alias, List<String> extensions, String name) throws IOException {
    List<String> line = new ArrayList<>();
    line.add(Path.of(System.getProperty("java.home"), "bin", "keytool").toString());
    line.addAll(List.of("-genkeypair", "-alias", alias, "-keyalg", "EC"));
    line.addAll(List.of("-groupname", "secp256r1", "-sigalg", "SHA256withECDSA"));
    line.addAll(List.of("-dname", "CN=" + name, "-validity", "30", "-startdate", "-1H"));
    line.addAll(List.of("-storetype", "PKCS12", "-storepass", new String(PASSWORD)));
    line.addAll(List.of("-keystore", store().toString()));
    line.addAll(extensions);
    Path output = directory.resolve("keytool.log");
    Process process =
        new ProcessBuilder(line)
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.appendTo(output.toFile()))
            .start();
    try {
      if (!process.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS) || process.exitValue() != 0) {
        throw new SystemFailedException("keytool made no key for " + alias + "; see " + output);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted while keys were made", e);
    } finally {
      process.destroyForcibly();
    }
  }

  private Path store() {
    return directory.resolve("keys.p12");
  }

  private void export(int servers) throws IOException {
    try (InputStream in = Files.newInputStream(store())) {
      KeyStore keys = KeyStore.getInstance("PKCS12");
      keys.load(in, PASSWORD);
      for (int number = 1; number <= servers; number++) {
        export(keys, "server-" + number, server(number));
      }
      export(keys, CLIENT, client());
    } catch (GeneralSecurityException e) {
      throw new IOException("the keys in " + store() + " cannot be read", e);
    }
  }

  private static void export(KeyStore keys, String alias, Path target)
      throws IOException, GeneralSecurityException {
    Files.createDirectories(target);
    Key key = keys.getKey(alias, PASSWORD);
    write(target, "authority.pem", "CERTIFICATE", keys.getCertificate(AUTHORITY).getEncoded());
    write(target, "certificate.pem", "CERTIFICATE", keys.getCertificate(alias).getEncoded());
    write(target, "key.pem", "PRIVATE KEY", key.getEncoded());
  }

  private static void write(Path directory, String name, String kind, byte[] bytes)
      throws IOException {
    Path file =
        Files.createFile(
            directory.resolve(name),
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
    String text = Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(bytes);
    Files.writeString(
        file, "-----BEGIN " + kind + "-----\n" + text + "\n-----END " + kind + "-----\n", US_ASCII);
  }
}
