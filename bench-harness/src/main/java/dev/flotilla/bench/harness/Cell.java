package dev.flotilla.bench.harness;

import dev.flotilla.bench.result.RunResult;
import java.util.List;
import java.util.function.Function;

/**
 * One cell of a preset: what every run of it has in common.
 *
 * @param system the system's name
 * @param servers the size of the cluster
 * @param clients how many clients
 * @param scenario which servers are killed, or what else the preset does
 * @param trigger what the failures are timed by. A cell without failures that has {@link
 *     Trigger#PROGRESS} is the baseline of the cells of that family: as many commands, no failure
 */
public record Cell(String system, int servers, int clients, Scenario scenario, Trigger trigger) {
  /** Whether a result is one of this cell. */
  public boolean holds(RunResult result) {
    return result.system().equals(system)
        && result.servers() == servers
        && result.clients() == clients
        && result.scenario().equals(scenario.toString())
        && result.trigger().equals(trigger.toString());
  }

  /** A name for directories. */
  public String label(int repeat, int attempt) {
    String again = attempt == 1 ? "" : "-attempt-" + attempt;
    return "repeat-%s-%s-servers-%s-clients-%s-%s-%s%s"
        .formatted(repeat, servers, clients, scenario, trigger, system, again);
  }

  /** For the person who waits, and for {@code --only}. */
  String words() {
    String timed = trigger == Trigger.NONE ? "" : " by " + trigger;
    return "%s, %s servers, %s clients, %s%s".formatted(system, servers, clients, scenario, timed);
  }

  /**
   * The one of several things that has this cell.
   *
   * @throws IllegalArgumentException if none has
   */
  public <T> T in(List<T> things, Function<? super T, Cell> cells) {
    return things.stream()
        .filter(thing -> cells.apply(thing).equals(this))
        .findFirst()
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "the preset has no cell '%s'; begin a new experiment".formatted(words())));
  }
}
