package dev.flotilla.systemtests.path;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.instrument.ClassFileTransformer;
import java.lang.instrument.Instrumentation;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.ProtectionDomain;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/**
 * Counts how often each method of each class outside the JDK and logging is entered.
 *
 * <p>The argument of the agent is a directory. For each file {@code mark-N} that appears there, N
 * from 0 on, it writes the counts so far to {@code counts-PID-N}: a line {@code COUNT CLASS.METHOD}
 * for each method. Counts are not atomic: threads that enter one method at the same time may count
 * as one.
 */
public final class CountingAgent {
  private static final String COUNTER = "dev/flotilla/systemtests/path/CountingAgent";
  private static final List<String> NOT_COUNTED =
      List.of("dev/flotilla/systemtests/path/", "org/objectweb/asm/", "org/slf4j/", "ch/qos/");
  private static final int MAX_METHODS = 1 << 18;
  private static final long LOOK_MILLIS = 5;
  private static final List<String> NAMES = new ArrayList<>();

  /** Of each method, by its number; the methods that are counted add to it. */
  @SuppressWarnings("MutablePublicArray")
  public static final long[] COUNTS = new long[MAX_METHODS];

  private CountingAgent() {}

  /** Called by the JVM before the program. */
  public static void premain(String directory, Instrumentation instrumentation) {
    instrumentation.addTransformer(new Transformer());
    Thread writer = new Thread(() -> writeAtMarks(Path.of(directory)), "counting-agent");
    writer.setDaemon(true);
    writer.start();
  }

  private static final class Transformer implements ClassFileTransformer {
    @Override
    public byte @Nullable [] transform(
        @Nullable ClassLoader loader,
        @Nullable String name,
        @Nullable Class<?> old,
        @Nullable ProtectionDomain domain,
        byte[] bytes) {
      // What other loaders define, such as accessors for reflection, does not see this class.
      if (name == null
          || loader != ClassLoader.getSystemClassLoader()
          || NOT_COUNTED.stream().anyMatch(name::startsWith)) {
        return null;
      }
      ClassReader reader = new ClassReader(bytes);
      ClassWriter writer = new ClassWriter(reader, ClassWriter.COMPUTE_MAXS);
      reader.accept(new Counting(writer, name), 0);
      return writer.toByteArray();
    }
  }

  private static final class Counting extends ClassVisitor {
    private final String owner;

    Counting(ClassVisitor next, String owner) {
      super(Opcodes.ASM9, next);
      this.owner = owner;
    }

    @Override
    public MethodVisitor visitMethod(
        int access,
        String name,
        String descriptor,
        @Nullable String signature,
        String @Nullable [] exceptions) {
      MethodVisitor next = super.visitMethod(access, name, descriptor, signature, exceptions);
      boolean hasNoCode = (access & (Opcodes.ACC_ABSTRACT | Opcodes.ACC_NATIVE)) != 0;
      return hasNoCode || name.equals("<clinit>")
          ? next
          : new CountingMethod(next, numberOf(owner + "." + name));
    }
  }

  private static final class CountingMethod extends MethodVisitor {
    private final int number;

    CountingMethod(MethodVisitor next, int number) {
      super(Opcodes.ASM9, next);
      this.number = number;
    }

    @Override
    public void visitCode() {
      super.visitCode();
      visitFieldInsn(Opcodes.GETSTATIC, COUNTER, "COUNTS", "[J");
      visitLdcInsn(number);
      visitInsn(Opcodes.DUP2);
      visitInsn(Opcodes.LALOAD);
      visitInsn(Opcodes.LCONST_1);
      visitInsn(Opcodes.LADD);
      visitInsn(Opcodes.LASTORE);
    }
  }

  private static int numberOf(String method) {
    synchronized (NAMES) {
      NAMES.add(method);
      return NAMES.size() - 1;
    }
  }

  private static void writeAtMarks(Path directory) {
    try {
      for (int mark = 0; ; mark++) {
        while (!Files.exists(directory.resolve("mark-" + mark))) {
          Thread.sleep(LOOK_MILLIS);
        }
        write(directory, "-" + ProcessHandle.current().pid() + "-" + mark);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private static void write(Path directory, String suffix) throws IOException {
    List<String> lines = new ArrayList<>();
    synchronized (NAMES) {
      for (int i = 0; i < NAMES.size(); i++) {
        if (COUNTS[i] > 0) {
          lines.add(COUNTS[i] + " " + NAMES.get(i));
        }
      }
    }
    Path part = Files.write(directory.resolve("part" + suffix), lines);
    Files.move(part, directory.resolve("counts" + suffix));
  }
}
