package dev.flotilla.server.config;

import com.google.gson.Gson;
import com.google.gson.GsonBuilder;
import com.google.gson.JsonParseException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Named values of options for commands that ask a group, and which of them is in use. Immutable.
 *
 * @param current the name of the one in use; null if none is
 * @param contexts the options of each by its name: long names without hyphens in front
 */
public record Contexts(
    @Nullable String current, SortedMap<String, SortedMap<String, String>> contexts) {
  private static final Gson GSON =
      new GsonBuilder().setPrettyPrinting().disableHtmlEscaping().create();

  /** As the file has it; a person may have left out anything. */
  private record Stored(
      @Nullable String current, @Nullable Map<String, @Nullable Map<String, String>> contexts) {}

  /** Copies the maps. */
  public Contexts {
    SortedMap<String, SortedMap<String, String>> copy = new TreeMap<>();
    contexts.forEach((name, options) -> copy.put(name, new TreeMap<>(options)));
    contexts = copy;
  }

  /**
   * Where the file is: {@code FLOTILLA_CONFIG}, or {@code flotilla/contexts.json} where the XDG
   * base directory specification puts configuration; nowhere without a home.
   */
  public static Optional<Path> file(Map<String, String> environment) {
    String named = environment.getOrDefault("FLOTILLA_CONFIG", "");
    if (!named.isEmpty()) {
      return Optional.of(Path.of(named));
    }
    String config = environment.getOrDefault("XDG_CONFIG_HOME", "");
    String home = environment.getOrDefault("HOME", "");
    if (config.isEmpty() && home.isEmpty()) {
      return Optional.empty();
    }
    Path base = config.isEmpty() ? Path.of(home, ".config") : Path.of(config);
    return Optional.of(base.resolve("flotilla").resolve("contexts.json"));
  }

  /**
   * Reads a file; there are none if there is no file.
   *
   * @throws IOException if it cannot be read, or is not what {@link #write} writes
   */
  public static Contexts read(Path file) throws IOException {
    try {
      Stored stored = GSON.fromJson(Files.readString(file), Stored.class);
      SortedMap<String, SortedMap<String, String>> read = new TreeMap<>();
      if (stored != null && stored.contexts() != null) {
        stored
            .contexts()
            .forEach(
                (name, options) ->
                    read.put(name, options == null ? new TreeMap<>() : new TreeMap<>(options)));
      }
      return new Contexts(stored == null ? null : stored.current(), read);
    } catch (NoSuchFileException e) {
      return new Contexts(null, new TreeMap<>());
    } catch (JsonParseException e) {
      throw new IOException(
          "%s is no file of contexts (%s); repair or delete it".formatted(file, e.getMessage()), e);
    }
  }

  /** Replaces the file. */
  public void write(Path file) throws IOException {
    Path folder = file.toAbsolutePath().getParent();
    if (folder != null) {
      Files.createDirectories(folder);
    }
    Path next = file.resolveSibling(file.getFileName() + ".new");
    Files.writeString(next, GSON.toJson(new Stored(current, Map.copyOf(contexts))) + "\n");
    Files.move(next, file, StandardCopyOption.REPLACE_EXISTING);
  }

  /** The same with another one in use. */
  public Contexts use(@Nullable String name) {
    return new Contexts(name, contexts);
  }

  /** The same with a context set or replaced. */
  public Contexts with(String name, SortedMap<String, String> options) {
    SortedMap<String, SortedMap<String, String>> more = new TreeMap<>(contexts);
    more.put(name, options);
    return new Contexts(current, more);
  }

  /** The same without a context; none is in use if it was that. */
  public Contexts without(String name) {
    SortedMap<String, SortedMap<String, String>> fewer = new TreeMap<>(contexts);
    fewer.remove(name);
    return new Contexts(name.equals(current) ? null : current, fewer);
  }
}
