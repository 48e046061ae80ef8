package dev.flotilla.raft.model;

/**
 * The identity of a founded group, distinct from its name: two groups may be given one name by
 * mistake, never one id.
 *
 * @param value a non-empty text, the hash of the group's name and founding list
 */
public record GroupId(String value) {
  /** Rejects an empty id. */
  public GroupId {
    if (value.isEmpty()) {
      throw new IllegalArgumentException("a group id must not be empty");
    }
  }

  @Override
  public String toString() {
    return value;
  }
}
