package dev.flotilla.dpws;

import java.io.IOException;
import java.lang.reflect.Method;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * The inputs from which the fuzzing of a target begins: those that its own method {@code seeds}
 * makes with the encoders of the product, and the files in {@code fuzz/NAME} of its module's test
 * resources, each of which was found by fuzzing.
 *
 * <p>A target is a class with {@code public static void fuzzerTestOneInput(byte[])}, which throws
 * when something does not hold, and {@code public static Stream<byte[]> seeds()}.
 */
public final class FuzzInputs {
  private FuzzInputs() {}

  /** Writes the inputs of the target that is named first to the directory that is named second. */
  public static void main(String[] arguments) throws Exception {
    Path directory = Path.of(arguments[1]);
    Files.createDirectories(directory);
    int number = 0;
    for (byte[] input : of(Class.forName(arguments[0]))) {
      Files.write(directory.resolve("seed-" + number), input);
      number++;
    }
  }

  /** All inputs of a target. */
  public static List<byte[]> of(Class<?> target) throws Exception {
    List<byte[]> inputs = new ArrayList<>();
    for (Object seed : ((Stream<?>) target.getMethod("seeds").invoke(null)).toList()) {
      inputs.add((byte[]) seed);
    }
    for (Path file : findings(target)) {
      inputs.add(Files.readAllBytes(file));
    }
    return inputs;
  }

  /** Runs a target on each of its inputs; returns how many there are. */
  public static int replay(Class<?> target) throws Exception {
    Method run = target.getMethod("fuzzerTestOneInput", byte[].class);
    List<byte[]> inputs = of(target);
    for (byte[] input : inputs) {
      run.invoke(null, (Object) input);
    }
    return inputs.size();
  }

  private static List<Path> findings(Class<?> target) throws IOException, URISyntaxException {
    String name = "/fuzz/" + target.getSimpleName();
    URL folder = target.getResource(name);
    if (folder == null) {
      return List.of();
    }
    if (!folder.getProtocol().equals("file")) {
      throw new IOException("the inputs of " + name + " must be in a directory, not in " + folder);
    }
    try (Stream<Path> files = Files.list(Path.of(URI.create(folder.toString())))) {
      return files.sorted().toList();
    }
  }
}
