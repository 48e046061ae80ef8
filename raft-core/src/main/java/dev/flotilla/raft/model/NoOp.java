package dev.flotilla.raft.model;

/** The entry with which a new leader opens its term (Raft §8): it commits what came before it. */
public record NoOp() implements Payload {
  /** The only value needed. */
  public static final NoOp INSTANCE = new NoOp();

  private static final int SIZE_BYTES = 16;

  @Override
  public int sizeBytes() {
    return SIZE_BYTES;
  }
}
