package dev.flotilla.raftdpws.directory;

import dev.flotilla.raft.model.NodeId;
import java.net.InetAddress;
import java.net.URI;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Where members can be reached today: for each the URLs of its RAFT_Service, best first. It never
 * says who is a member, and what it says is a hint: whoever answers there must prove who it is.
 *
 * <p>Three sources feed it. What somebody <em>named</em> (Hello, ProbeMatches, ResolveMatches, a
 * founding list, an operator) is a candidate and no more. What <em>worked</em> stays first until it
 * <em>fails</em>, whatever else is heard; a Bye changes nothing here.
 *
 * <p><b>Bounds.</b> {@link Candidates#MAX_ADDRESSES 8} addresses a member; {@value #MAX_STRANGERS}
 * servers that are not {@link #keep kept}, of which the one heard of longest ago is forgotten.
 *
 * <p><b>Thread.</b> Any thread; nothing blocks on anything but a short lock.
 *
 * <p><b>Durability.</b> The addresses of kept members that worked are written to a file when they
 * change, by the executor and without a force: after a power cut an older file costs a search, no
 * safety.
 */
public final class AddressDirectory {
  /** Servers remembered beside the kept members. */
  public static final int MAX_STRANGERS = 256;

  private final Map<NodeId, Candidates> members = new LinkedHashMap<>();
  private final Map<NodeId, Candidates> strangers = new LinkedHashMap<>();
  private final @Nullable AddressFile file;
  private final Executor background;
  private final AtomicBoolean writing = new AtomicBoolean();

  private AddressDirectory(@Nullable AddressFile file, Executor background) {
    this.file = file;
    this.background = background;
  }

  /** A directory that forgets everything when the process ends. */
  public static AddressDirectory inMemory() {
    return new AddressDirectory(null, Runnable::run);
  }

  /**
   * A directory that starts with what an earlier one wrote, if that can be read.
   *
   * @param file where to keep the addresses
   * @param background writes the file; may block, one task at a time
   */
  public static AddressDirectory of(AddressFile file, Executor background) {
    AddressDirectory directory = new AddressDirectory(file, background);
    file.read()
        .forEach(
            (member, addresses) -> addresses.forEach(address -> directory.named(member, address)));
    return directory;
  }

  /**
   * Never forgets these members, however many strangers are heard of, and writes them down. Those
   * that were kept before and are not named now are strangers.
   */
  public void keep(Collection<NodeId> ids) {
    synchronized (this) {
      Map<NodeId, Candidates> dropped = new LinkedHashMap<>(members);
      dropped.keySet().removeAll(Set.copyOf(ids));
      members.keySet().removeAll(dropped.keySet());
      strangers.putAll(dropped);
      forgetStrangers();
      for (NodeId id : ids) {
        Candidates known = strangers.remove(id);
        members.putIfAbsent(id, known == null ? new Candidates() : known);
      }
    }
    write();
  }

  /** Whether the member is kept. */
  public synchronized boolean isKept(NodeId member) {
    return members.containsKey(member);
  }

  /** Somebody says that the member is there. */
  public synchronized void named(NodeId member, URI address) {
    candidates(member).named(address);
  }

  /** The member was met there: it answered, or it wrote from there as a member. */
  public void worked(NodeId member, URI address) {
    boolean changed;
    synchronized (this) {
      changed = candidates(member).worked(address) && members.containsKey(member);
    }
    if (changed) {
      write();
    }
  }

  /** Nobody answers there, or somebody else does. */
  public synchronized void failed(NodeId member, URI address) {
    known(member).ifPresent(it -> it.failed(address));
  }

  /** Where the kept members are to be tried first. */
  public synchronized List<URI> addresses() {
    return members.values().stream().flatMap(it -> it.inOrder().stream().limit(1)).toList();
  }

  /** Where anybody of whom was heard is to be tried first, members or not. */
  public synchronized List<URI> allAddresses() {
    return Stream.concat(members.values().stream(), strangers.values().stream())
        .flatMap(it -> it.inOrder().stream().limit(1))
        .toList();
  }

  /** The address to try first, if any is known. */
  public synchronized Optional<URI> address(NodeId member) {
    return candidatesOf(member).stream().findFirst();
  }

  /** All addresses to try, in order. */
  public synchronized List<URI> candidatesOf(NodeId member) {
    return known(member).map(Candidates::inOrder).orElse(List.of());
  }

  /** Whether another server was said to be there, too. */
  public synchronized boolean isAlsoOfAnother(NodeId server, URI address) {
    return Stream.concat(members.entrySet().stream(), strangers.entrySet().stream())
        .anyMatch(
            entry ->
                !entry.getKey().equals(server) && entry.getValue().inOrder().contains(address));
  }

  /** Whether a kept member was met at this address, on whatever port. */
  public synchronized boolean isProven(InetAddress address) {
    return members.values().stream()
        .flatMap(it -> it.proven().stream())
        .anyMatch(url -> RaftAddress.isAt(url, address));
  }

  private Optional<Candidates> known(NodeId member) {
    return Optional.ofNullable(members.get(member))
        .or(() -> Optional.ofNullable(strangers.get(member)));
  }

  private Candidates candidates(NodeId member) {
    Candidates kept = members.get(member);
    if (kept != null) {
      return kept;
    }
    Candidates stranger = strangers.remove(member);
    Candidates latest = stranger == null ? new Candidates() : stranger;
    strangers.put(member, latest);
    forgetStrangers();
    return latest;
  }

  private void forgetStrangers() {
    while (strangers.size() > MAX_STRANGERS) {
      strangers.remove(strangers.keySet().iterator().next());
    }
  }

  private void write() {
    AddressFile target = file;
    if (target != null && writing.compareAndSet(false, true)) {
      background.execute(
          () -> {
            // Cleared first: what changes from here on starts another write.
            writing.set(false);
            target.write(proven());
          });
    }
  }

  private synchronized Map<NodeId, List<URI>> proven() {
    Map<NodeId, List<URI>> addresses = new LinkedHashMap<>();
    members.forEach((member, known) -> addresses.put(member, known.proven()));
    return addresses;
  }
}
