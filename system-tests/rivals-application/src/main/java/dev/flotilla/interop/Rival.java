package dev.flotilla.interop;

import java.util.function.Consumer;

/** One client of one of the systems. */
interface Rival extends AutoCloseable {
  /** Takes a lock and gives it back. */
  void lockAndUnlock() throws Exception;

  void put(String key, String value) throws Exception;

  String get(String key) throws Exception;

  /** Tells each value that the key gets from now on. */
  void watch(String key, Consumer<String> told) throws Exception;
}
