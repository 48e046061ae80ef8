package dev.flotilla.sim;

import com.fasterxml.aalto.stax.InputFactoryImpl;
import dev.flotilla.client.dpws.ServerCalls;
import dev.flotilla.dpws.EventLoops;
import dev.flotilla.node.RaftNode;
import dev.flotilla.raft.Raft;
import dev.flotilla.raftdpws.wire.RaftContract;
import dev.flotilla.storage.disk.Disk;
import dev.flotilla.storage.disk.MemoryDisk;
import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.handler.codec.ByteToMessageDecoder;
import io.netty.handler.codec.http.HttpObject;
import io.netty.util.concurrent.Promise;
import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.io.StringWriter;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.tools.FileObject;
import javax.tools.ForwardingJavaFileManager;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileManager;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.ToolProvider;
import org.codehaus.stax2.XMLInputFactory2;
import org.jspecify.annotations.NullMarked;
import org.slf4j.Logger;

/**
 * All of Flotilla that a simulation needs, loaded anew with a bug in it. Production knows nothing
 * of this: the bug is put into a copy of its source, which is compiled in memory.
 */
final class PlantedClasses extends URLClassLoader {
  private static final String OURS = "dev.flotilla.";
  private static final Pattern SPACE = Pattern.compile("\\s+");

  private final Map<String, byte[]> planted;

  private PlantedClasses(List<URL> classPath, Map<String, byte[]> planted) {
    super("planted", classPath.toArray(URL[]::new), PlantedClasses.class.getClassLoader());
    this.planted = planted;
  }

  /**
   * Compiles the files that a bug changes, and loads the rest as it is.
   *
   * @throws AssertionError if the bug does not fit the sources any more
   */
  static PlantedClasses with(Plant plant) throws IOException {
    List<URL> ours =
        classPath(
            Raft.class,
            Disk.class,
            RaftNode.class,
            MemoryDisk.class,
            EventLoops.class,
            RaftContract.class,
            ServerCalls.class,
            Simulation.class,
            Plant.class);
    return new PlantedClasses(ours, compile(plant, sources(plant)));
  }

  /**
   * The files that a bug changes, with it.
   *
   * @throws AssertionError if it does not fit the sources any more
   */
  static Map<String, String> sources(Plant plant) throws IOException {
    Map<String, String> sources = new LinkedHashMap<>();
    for (Plant.Edit edit : plant.edits()) {
      String source = sources.get(edit.file());
      sources.put(edit.file(), replaced(plant, edit, source == null ? read(edit.file()) : source));
    }
    return sources;
  }

  @Override
  protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
    if (!name.startsWith(OURS)) {
      return super.loadClass(name, resolve);
    }
    synchronized (getClassLoadingLock(name)) {
      Class<?> loaded = findLoadedClass(name);
      return loaded == null ? findClass(name) : loaded;
    }
  }

  @Override
  protected Class<?> findClass(String name) throws ClassNotFoundException {
    byte[] bytes = planted.get(name);
    return bytes == null ? super.findClass(name) : defineClass(name, bytes, 0, bytes.length);
  }

  private static String replaced(Plant plant, Plant.Edit edit, String source) {
    String pattern =
        SPACE
            .splitAsStream(edit.snippet().strip())
            .map(Pattern::quote)
            .collect(Collectors.joining("\\s+"));
    Matcher matcher = Pattern.compile(pattern).matcher(source);
    if (matcher.results().count() != 1) {
      throw new AssertionError(
          "the plant '%s' no longer fits %s, where this does not stand exactly once: %s"
              .formatted(plant, edit.file(), edit.snippet()));
    }
    return matcher.reset().replaceFirst(Matcher.quoteReplacement(edit.replacement()));
  }

  private static String read(String file) throws IOException {
    return Files.readString(root().resolve(file));
  }

  /** The checkout: tests run in it, or in a module of it. */
  private static Path root() {
    Path here = Path.of("").toAbsolutePath();
    while (!Files.isDirectory(here.resolve("raft-core/src/main/java"))) {
      here = here.getParent();
      if (here == null) {
        throw new AssertionError(
            "no sources of raft-core at or above " + Path.of("").toAbsolutePath());
      }
    }
    return here;
  }

  private static List<URL> classPath(Class<?>... samples) {
    return Stream.of(samples)
        .map(sample -> sample.getProtectionDomain().getCodeSource().getLocation())
        .distinct()
        .toList();
  }

  private static Map<String, byte[]> compile(Plant plant, Map<String, String> sources)
      throws IOException {
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    StringWriter complaints = new StringWriter();
    List<JavaFileObject> units = new ArrayList<>();
    sources.forEach((file, text) -> units.add(new Source(file, text)));
    List<String> options = List.of("-proc:none", "-nowarn", "-classpath", compilationPath());
    try (Memory memory = new Memory(compiler.getStandardFileManager(null, null, null))) {
      if (!compiler.getTask(complaints, memory, null, options, null, units).call()) {
        throw new AssertionError("the plant '" + plant + "' does not compile: " + complaints);
      }
      return memory.bytes();
    }
  }

  private static String compilationPath() {
    return classPath(
            Raft.class,
            Disk.class,
            RaftNode.class,
            EventLoops.class,
            RaftContract.class,
            ServerCalls.class,
            Logger.class,
            NullMarked.class,
            Promise.class,
            ByteBuf.class,
            Channel.class,
            ByteToMessageDecoder.class,
            HttpObject.class,
            InputFactoryImpl.class,
            XMLInputFactory2.class)
        .stream()
        .map(PlantedClasses::path)
        .collect(Collectors.joining(File.pathSeparator));
  }

  private static String path(URL location) {
    try {
      return Path.of(location.toURI()).toString();
    } catch (URISyntaxException e) {
      throw new IllegalArgumentException(e);
    }
  }

  private static final class Source extends SimpleJavaFileObject {
    private final String text;

    Source(String file, String text) {
      super(URI.create("string:///" + file), Kind.SOURCE);
      this.text = text;
    }

    @Override
    public CharSequence getCharContent(boolean ignoreEncodingErrors) {
      return text;
    }
  }

  /** Keeps what is compiled. */
  private static final class Memory extends ForwardingJavaFileManager<JavaFileManager> {
    private final Map<String, ByteArrayOutputStream> classes = new HashMap<>();

    Memory(JavaFileManager files) {
      super(files);
    }

    @Override
    public JavaFileObject getJavaFileForOutput(
        Location location, String className, JavaFileObject.Kind kind, FileObject sibling) {
      return new SimpleJavaFileObject(URI.create("string:///" + className), kind) {
        @Override
        public OutputStream openOutputStream() {
          ByteArrayOutputStream bytes = new ByteArrayOutputStream();
          classes.put(className, bytes);
          return bytes;
        }
      };
    }

    Map<String, byte[]> bytes() {
      Map<String, byte[]> bytes = new HashMap<>();
      classes.forEach((name, stream) -> bytes.put(name, stream.toByteArray()));
      return bytes;
    }
  }
}
