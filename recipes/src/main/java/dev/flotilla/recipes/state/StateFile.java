package dev.flotilla.recipes.state;

import dev.flotilla.raft.model.Bytes;
import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** The image of a {@link RecipesState}: the same bytes for the same state. */
record StateFile(
    long lastNumber,
    List<Owner> owners,
    List<PlacedClaim> claims,
    List<Item> items,
    Map<String, Long> counters,
    Map<String, Long> latches) {
  private static final int MAGIC = 0x464c_5245;
  private static final int VERSION = 1;

  /** A claim, with the capacity of what it claims. */
  record PlacedClaim(Claim claim, int capacity) {}

  /** An item of a queue that nobody holds. */
  record Item(String queue, long place, Bytes bytes) {}

  void writeTo(OutputStream file) throws IOException {
    DataOutputStream out = new DataOutputStream(new BufferedOutputStream(file));
    out.writeInt(MAGIC);
    out.writeInt(VERSION);
    out.writeLong(lastNumber);
    out.writeInt(owners.size());
    for (Owner owner : owners) {
      write(owner, out);
    }
    out.writeInt(claims.size());
    for (PlacedClaim claim : claims) {
      out.writeInt(claim.capacity());
      write(claim.claim(), out);
    }
    out.writeInt(items.size());
    for (Item item : items) {
      out.writeUTF(item.queue());
      out.writeLong(item.place());
      write(item.bytes(), out);
    }
    write(counters, out);
    write(latches, out);
    out.flush();
  }

  static StateFile read(InputStream file) throws IOException {
    DataInputStream in = new DataInputStream(file);
    if (in.readInt() != MAGIC) {
      throw new IOException("this is no image of recipes; start with --state-machine as before");
    }
    int version = in.readInt();
    if (version != VERSION) {
      throw new IOException(
          "the image of recipes has version %s, this program reads %s; upgrade it"
              .formatted(version, VERSION));
    }
    long lastNumber = in.readLong();
    List<Owner> owners = new ArrayList<>();
    for (int left = in.readInt(); left > 0; left--) {
      owners.add(readOwner(in));
    }
    List<PlacedClaim> claims = new ArrayList<>();
    for (int left = in.readInt(); left > 0; left--) {
      int capacity = in.readInt();
      claims.add(new PlacedClaim(readClaim(in), capacity));
    }
    List<Item> items = new ArrayList<>();
    for (int left = in.readInt(); left > 0; left--) {
      items.add(new Item(in.readUTF(), in.readLong(), readBytes(in)));
    }
    return new StateFile(lastNumber, owners, claims, items, readNumbers(in), readNumbers(in));
  }

  private static void write(Owner owner, DataOutputStream out) throws IOException {
    out.writeLong(owner.id());
    out.writeLong(owner.ttlMillis());
    out.writeLong(owner.expiresMillis());
  }

  private static Owner readOwner(DataInputStream in) throws IOException {
    long id = in.readLong();
    long ttlMillis = in.readLong();
    long expiresMillis = in.readLong();
    return new Owner(id, ttlMillis, expiresMillis);
  }

  private static void write(Claim claim, DataOutputStream out) throws IOException {
    out.writeLong(claim.id().owner());
    out.writeLong(claim.id().number());
    out.writeUTF(claim.kind().name());
    out.writeUTF(claim.name());
    out.writeInt(claim.permits());
    out.writeLong(claim.ticket());
    out.writeLong(claim.token());
    write(claim.data(), out);
  }

  private static Claim readClaim(DataInputStream in) throws IOException {
    ClaimId id = new ClaimId(in.readLong(), in.readLong());
    Kind kind = kind(in.readUTF());
    return new Claim(
        id, kind, in.readUTF(), in.readInt(), in.readLong(), in.readLong(), readBytes(in));
  }

  private static Kind kind(String name) throws IOException {
    try {
      return Kind.valueOf(name);
    } catch (IllegalArgumentException e) {
      throw new IOException("the image of recipes has a claim of an unknown kind: " + name, e);
    }
  }

  private static void write(Bytes bytes, DataOutputStream out) throws IOException {
    out.writeInt(bytes.size());
    out.write(bytes.toArray());
  }

  private static Bytes readBytes(DataInputStream in) throws IOException {
    int size = in.readInt();
    if (size < 0 || size > RecipesState.MAX_ITEM_BYTES) {
      throw new IOException("the image of recipes has an item of " + size + " bytes");
    }
    byte[] bytes = new byte[size];
    in.readFully(bytes);
    return Bytes.wrap(bytes);
  }

  private static void write(Map<String, Long> numbers, DataOutputStream out) throws IOException {
    out.writeInt(numbers.size());
    for (Map.Entry<String, Long> each : numbers.entrySet()) {
      out.writeUTF(each.getKey());
      out.writeLong(each.getValue());
    }
  }

  private static Map<String, Long> readNumbers(DataInputStream in) throws IOException {
    Map<String, Long> numbers = new TreeMap<>();
    for (int left = in.readInt(); left > 0; left--) {
      numbers.put(in.readUTF(), in.readLong());
    }
    return numbers;
  }
}
