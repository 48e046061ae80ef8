package dev.flotilla.bdb;

/** A key and its value, inside this package: whoever has one does not write to it. */
final class KeyValuePair {
  private final byte[] key;
  private final byte[] value;

  KeyValuePair(byte[] key, byte[] value) {
    this.key = key;
    this.value = value;
  }

  byte[] key() {
    return key;
  }

  byte[] value() {
    return value;
  }

  int sizeBytes() {
    return key.length + value.length;
  }
}
