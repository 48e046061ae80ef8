package dev.flotilla.bdb.pairs;

/**
 * A key and its value, inside this module. Nobody changes the arrays of one.
 *
 * <p>Internal: public only for the other packages of statemachine-bdb.
 */
public final class KeyValuePair {
  private final byte[] key;
  private final byte[] value;

  public KeyValuePair(byte[] key, byte[] value) {
    this.key = key;
    this.value = value;
  }

  public byte[] key() {
    return key;
  }

  public byte[] value() {
    return value;
  }

  public int sizeBytes() {
    return key.length + value.length;
  }
}
