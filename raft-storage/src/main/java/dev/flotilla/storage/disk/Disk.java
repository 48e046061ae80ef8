package dev.flotilla.storage.disk;

import java.io.Closeable;
import java.io.IOException;
import java.util.List;

/**
 * One directory of files, without subdirectories.
 *
 * <p><b>Names</b> are relative to the directory and made of ASCII letters, digits, dots, hyphens
 * and underscores; another name is an {@link IllegalArgumentException}.
 *
 * <p><b>Thread.</b> Any thread, any number at once. Every call may block on the device.
 *
 * <p><b>Durability.</b> {@link #create}, {@link #delete}, {@link #replace} and {@link #moveInto}
 * survive a power cut only once a later {@link #sync} has returned, what is in a file only once
 * {@link DiskFile#force} has. Until then any part of it may be lost, in any order.
 *
 * <p><b>Errors</b> are {@link IOException}s. After a failed {@link DiskFile#force} or {@link #sync}
 * nobody knows what is durable: never retry it.
 */
public interface Disk {
  /** The directory, in the words that a message to an operator should use. */
  String location();

  /**
   * The names of everything in the directory, sorted, whoever made it: also of subdirectories and
   * hidden files. Empty if the directory does not exist.
   */
  List<String> list() throws IOException;

  /**
   * Makes an empty file.
   *
   * @throws java.nio.file.FileAlreadyExistsException if the name is taken
   */
  DiskFile create(String name) throws IOException;

  /**
   * Opens an existing file for reading and writing.
   *
   * @throws java.nio.file.NoSuchFileException if there is none
   */
  DiskFile open(String name) throws IOException;

  /** Removes a file if it exists. */
  void delete(String name) throws IOException;

  /**
   * Renames a file over another in one step: after a power cut the name has the one or the other.
   */
  void replace(String source, String target) throws IOException;

  /**
   * Moves a file, or a subdirectory with all that is in it, into a subdirectory, which is made if
   * it is missing; in one step, as {@link #replace}. What is there is out of this port's reach.
   *
   * @param source what is moved, whatever it is called: anything that {@link #list} names
   * @param folder the subdirectory
   * @param name what it is called there, as free
   * @throws java.nio.file.NoSuchFileException if there is no such file
   */
  void moveInto(String source, String folder, String name) throws IOException;

  /** Forces the directory itself: which names exist, and for which files they stand. */
  void sync() throws IOException;

  /**
   * How many bytes more the device is likely to take; as many as there are numbers if that is not
   * known.
   */
  long usableBytes() throws IOException;

  /**
   * Takes an exclusive lock, which ends with the process, or when it is closed: by any thread, and
   * a second time it does nothing.
   *
   * <p>Makes the directory (durably) and the lock's file if they are missing.
   *
   * @throws DiskInUse if it is taken, by this process or another
   */
  Closeable lock(String name) throws IOException;
}
