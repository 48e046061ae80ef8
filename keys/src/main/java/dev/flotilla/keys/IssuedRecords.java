package dev.flotilla.keys;

import dev.flotilla.dpws.tls.Pem;
import dev.flotilla.keys.PrivateFiles.Readers;
import java.io.IOException;
import java.math.BigInteger;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Every certificate that an authority has issued: {@code issued/NAME.pem} the newest of each name,
 * {@code issued/earlier/} those that it replaced. Changes need the {@link AuthorityLock}.
 */
final class IssuedRecords {
  private static final String SUFFIX = ".pem";

  private final Path folder;
  private final Path earlier;

  IssuedRecords(Path authority) {
    this.folder = authority.resolve("issued");
    this.earlier = folder.resolve("earlier");
  }

  void create() throws IOException {
    PrivateFiles.createDirectory(folder);
    PrivateFiles.createDirectory(earlier);
  }

  /** The newest certificate of that name. */
  Optional<X509Record> find(String name) throws KeysException {
    Path file = file(name);
    return Files.exists(file) ? Optional.of(read(file)) : Optional.empty();
  }

  /** All of them: the newest of each name in the order of the names, then the earlier ones. */
  List<X509Record> all() throws KeysException {
    Map<BigInteger, X509Record> found = new LinkedHashMap<>();
    for (Path directory : List.of(folder, earlier)) {
      for (Path file : files(directory)) {
        X509Record record = read(file);
        found.putIfAbsent(record.certificate().getSerialNumber(), record);
      }
    }
    return List.copyOf(found.values());
  }

  /** Adds one, as the newest of its name. Durable on return. Returns the former newest. */
  Optional<X509Record> put(X509Record added) throws KeysException {
    Optional<X509Record> former = find(added.grant().name());
    if (former.isPresent()) {
      X509Record old = former.get();
      String serial = CertificateFields.serial(old.certificate());
      write(earlier.resolve(old.grant().name() + "." + serial + SUFFIX), old);
    }
    write(file(added.grant().name()), added);
    return former;
  }

  /** Takes back the last {@link #put}, of a certificate that nobody has got. */
  void takeBack(X509Record added, Optional<X509Record> former) throws KeysException {
    Path file = file(added.grant().name());
    if (former.isPresent()) {
      write(file, former.get());
      return;
    }
    try {
      Files.delete(file);
    } catch (IOException e) {
      throw KeysException.writing(file, e);
    }
  }

  private Path file(String name) {
    Grant.requireName(name);
    return folder.resolve(name + SUFFIX);
  }

  private static void write(Path file, X509Record record) throws KeysException {
    try {
      PrivateFiles.write(file, Pem.of(record.certificate()), Readers.EVERYBODY);
    } catch (IOException e) {
      throw KeysException.writing(file, e);
    }
  }

  private static X509Record read(Path file) throws KeysException {
    return PemFiles.certificates(file).stream()
        .findFirst()
        .flatMap(X509Record::of)
        .orElseThrow(() -> KeysException.damaged(file, "holds no certificate of a device"));
  }

  private static List<Path> files(Path directory) throws KeysException {
    List<Path> found = new ArrayList<>();
    try (Stream<Path> entries = Files.list(directory)) {
      entries.filter(file -> isRecord(file.getFileName().toString())).sorted().forEach(found::add);
    } catch (IOException e) {
      throw KeysException.reading(directory, e);
    }
    return found;
  }

  private static boolean isRecord(String name) {
    return name.endsWith(SUFFIX) && !name.startsWith(".");
  }
}
