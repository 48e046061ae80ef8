package dev.flotilla.client.dpws;

import dev.flotilla.dpws.tls.FileRights;
import dev.flotilla.raft.model.GroupId;
import dev.flotilla.raftdpws.directory.RaftAddress;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The group and the addresses that worked last, in a file of one a line. A cache: nothing depends
 * on it, and what cannot be read or written is only logged.
 */
final class AddressMemory {
  private static final Logger LOG = LoggerFactory.getLogger(AddressMemory.class);
  private static final int MAX_FILE_BYTES = 64 * 1024;

  private static final String GROUP = "group ";

  private final Optional<Path> file;

  /** What an earlier client found. */
  record Remembered(Optional<GroupId> group, List<URI> addresses) {
    static final Remembered NOTHING = new Remembered(Optional.empty(), List.of());
  }

  AddressMemory(Optional<Path> file) {
    this.file = file;
  }

  Remembered recall() {
    if (file.isEmpty() || !Files.isRegularFile(file.get())) {
      return Remembered.NOTHING;
    }
    try {
      if (Files.size(file.get()) > MAX_FILE_BYTES) {
        throw new IOException("it is larger than " + MAX_FILE_BYTES + " bytes");
      }
      return parse(Files.readAllLines(file.get()));
    } catch (IOException | IllegalArgumentException e) {
      LOG.info("remembered addresses in {} are not used: {}", file.get(), e.toString());
      return Remembered.NOTHING;
    }
  }

  private static Remembered parse(List<String> lines) {
    Optional<GroupId> group = Optional.empty();
    List<URI> addresses = new ArrayList<>();
    for (String line : lines) {
      if (line.startsWith(GROUP)) {
        group = Optional.of(new GroupId(line.substring(GROUP.length()).strip()));
      } else {
        RaftAddress.parse(line.strip()).ifPresent(addresses::add);
      }
    }
    return new Remembered(group, addresses);
  }

  void remember(Remembered what) {
    if (file.isEmpty() || what.group().isEmpty()) {
      return;
    }
    Path target = file.get().toAbsolutePath();
    try {
      Path directory = target.getParent();
      if (directory != null) {
        FileRights.createDirectories(directory);
      }
      Path fresh = Files.createTempFile(directory, "addresses", ".new");
      List<String> lines = new ArrayList<>();
      what.group().ifPresent(group -> lines.add(GROUP + group));
      what.addresses().forEach(address -> lines.add(address.toString()));
      Files.write(fresh, lines);
      Files.move(fresh, target, StandardCopyOption.REPLACE_EXISTING);
    } catch (IOException e) {
      LOG.info("addresses are not remembered in {}: {}", target, e.toString());
    }
  }
}
