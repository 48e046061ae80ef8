package dev.flotilla.kit.harness;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;

/**
 * Where one case does its work.
 *
 * <p>Internal: public only for the other packages of statemachine-kit.
 */
public final class Bench {
  private final Subject subject;
  private final Reference reference;
  private final RandomGenerator random;
  private final Path home;
  private final List<MachineRun> lives = new ArrayList<>();
  private int directories;

  public Bench(Subject subject, Reference reference, RandomGenerator random, Path home) {
    this.subject = subject;
    this.reference = reference;
    this.random = random;
    this.home = home;
  }

  public Subject subject() {
    return subject;
  }

  public Reference reference() {
    return reference;
  }

  public RandomGenerator random() {
    return random;
  }

  public Path home() {
    return home;
  }

  /** How many commands there are. */
  public int size() {
    return reference.history().size();
  }

  /** A part of all commands. */
  public int part(int of, int parts) {
    return Math.max(1, size() * of / parts);
  }

  /** A directory that is empty. */
  public Path newDirectory() throws IOException {
    directories++;
    return Files.createDirectories(home.resolve(Integer.toString(directories)));
  }

  /** A machine on an empty directory. */
  public MachineRun newLife() throws IOException {
    MachineRun life = open(newDirectory());
    if (life.opened() != 0) {
      throw new Violation("initialize returned " + life.opened() + " on an empty directory");
    }
    return life;
  }

  /**
   * A machine on a directory that another one has left.
   *
   * @throws IOException if the machine refuses it
   */
  public MachineRun open(Path directory) throws IOException {
    MachineRun life = MachineRun.open(this, directory);
    lives.add(life);
    return life;
  }

  /** Ends a life and opens another on its directory. */
  public MachineRun restart(MachineRun life) throws IOException {
    life.end();
    lives.remove(life);
    return open(life.directory());
  }

  /** The files of a machine as SIGKILL would leave them now. */
  public Path crash(MachineRun life) throws IOException {
    directories++;
    Path copy = home.resolve(Integer.toString(directories));
    DirectoryCopy.make(life.directory(), copy);
    return copy;
  }

  /** Ends a life and removes its files. */
  public void discard(MachineRun life) throws IOException {
    life.end();
    lives.remove(life);
    DirectoryCopy.delete(life.directory());
  }

  /** Ends what a case has left open. */
  public void endAll() {
    for (MachineRun life : lives) {
      try {
        life.end();
      } catch (RuntimeException e) {
        // The case has its verdict; this only frees what can be freed.
      }
    }
  }
}
