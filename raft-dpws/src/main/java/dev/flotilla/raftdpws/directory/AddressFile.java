package dev.flotilla.raftdpws.directory;

import dev.flotilla.raft.model.NodeId;
import dev.flotilla.storage.disk.Disk;
import dev.flotilla.storage.disk.DiskFile;
import java.io.IOException;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The file {@code addresses} of a data directory: a line for each address, member id first.
 *
 * <p>A convenience: nothing is forced, a line that makes no sense is passed over, and a file that
 * cannot be read or written is only logged. One thread at a time; blocks on the disk.
 */
public final class AddressFile {
  private static final Logger LOG = LoggerFactory.getLogger(AddressFile.class);
  private static final String NAME = "addresses";
  private static final String NEW_NAME = NAME + ".new";
  private static final int MAX_BYTES = 256 * 1024;

  private final Disk disk;

  /** The file in this data directory, which the caller has locked. */
  public AddressFile(Disk disk) {
    this.disk = disk;
  }

  Map<NodeId, List<URI>> read() {
    Map<NodeId, List<URI>> addresses = new LinkedHashMap<>();
    for (String line : content().split("\n", -1)) {
      int space = line.indexOf(' ');
      Optional<URI> address =
          space < 0 ? Optional.empty() : RaftAddress.parse(line.substring(space + 1));
      if (address.isPresent()) {
        member(line.substring(0, space))
            .ifPresent(
                id -> addresses.computeIfAbsent(id, it -> new ArrayList<>()).add(address.get()));
      }
    }
    return addresses;
  }

  /** All addresses in the file, of whichever member. */
  public List<URI> known() {
    return read().values().stream().flatMap(List::stream).distinct().toList();
  }

  void write(Map<NodeId, List<URI>> addresses) {
    StringBuilder text = new StringBuilder();
    addresses.forEach(
        (member, known) ->
            known.forEach(address -> text.append(member + " " + address).append('\n')));
    try {
      disk.delete(NEW_NAME);
      try (DiskFile file = disk.create(NEW_NAME)) {
        file.write(StandardCharsets.UTF_8.encode(text.toString()), 0);
      }
      disk.replace(NEW_NAME, NAME);
    } catch (IOException e) {
      LOG.warn("The addresses of the members could not be written to {}", disk.location(), e);
    }
  }

  private String content() {
    try {
      if (!disk.list().contains(NAME)) {
        return "";
      }
      try (DiskFile file = disk.open(NAME)) {
        ByteBuffer bytes = ByteBuffer.allocate((int) Math.min(MAX_BYTES, file.size()));
        file.read(bytes, 0);
        return StandardCharsets.UTF_8.decode(bytes.flip()).toString();
      }
    } catch (IOException e) {
      LOG.warn("The addresses of the members could not be read from {}", disk.location(), e);
      return "";
    }
  }

  private static Optional<NodeId> member(String text) {
    try {
      return Optional.of(NodeId.parse(text));
    } catch (IllegalArgumentException e) {
      return Optional.empty();
    }
  }
}
