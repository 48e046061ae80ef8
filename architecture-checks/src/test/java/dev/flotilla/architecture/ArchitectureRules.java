package dev.flotilla.architecture;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.assignableTo;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.Dependency;
import com.tngtech.archunit.core.domain.JavaAccess;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;
import com.tngtech.archunit.library.dependencies.SliceAssignment;
import com.tngtech.archunit.library.dependencies.SliceIdentifier;
import java.time.Clock;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.Timer;

/** Rules on compiled classes: the arrows between modules and the purity of the core. */
final class ArchitectureRules {
  private static final String CORE = "dev.flotilla.raft..";

  /** Every use of a class is one that {@link ModuleTable} allows. */
  static final ArchRule ARROWS =
      classes()
          .that()
          .resideInAPackage("dev.flotilla..")
          .should(useOnlyWhatTheTableAllows())
          .allowEmptyShould(true);

  /** A reader of a package need not read the packages that build on it. */
  static final ArchRule PACKAGES_OF_LIBRARIES_MAKE_NO_CYCLES =
      slices().assignedFrom(packagesOfLibraries()).should().beFreeOfCycles().allowEmptyShould(true);

  static final ArchRule STATE_MACHINES_KNOW_ONLY_THE_PORTS =
      noClasses()
          .that()
          .resideInAnyPackage("dev.flotilla.bdb..", "dev.flotilla.kit..", "dev.flotilla.memory..")
          .should()
          .dependOnClassesThat(
              resideInAnyPackage(
                      "dev.flotilla.storage..", "dev.flotilla.node..", "dev.flotilla.raft..")
                  .and(
                      DescribedPredicate.not(
                          resideInAnyPackage(
                              "dev.flotilla.node.statemachine",
                              "dev.flotilla.node.transport",
                              "dev.flotilla.raft.model"))))
          .allowEmptyShould(true);

  static final ArchRule CLIENTS_KNOW_THE_WIRE_AND_THE_DIRECTORY =
      noClasses()
          .that()
          .resideInAPackage("dev.flotilla.client..")
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage("dev.flotilla.raftdpws.service..", "dev.flotilla.raftdpws.founding..")
          .allowEmptyShould(true);

  static final ArchRule XML_STAYS_AT_THE_EDGE =
      noClasses()
          .that()
          .resideOutsideOfPackages(
              "dev.flotilla.dpws..",
              "dev.flotilla.raftdpws.wire..",
              "dev.flotilla.raftdpws.typed..",
              "dev.flotilla.bench.harness.agent..", // names its device and its faults
              "dev.flotilla.bench.harness.management..", // names its device and its port type
              "dev.flotilla.bench.harness.report..",
              "dev.flotilla.gateway.agent..", // names its device and its port type
              "dev.flotilla.systemtests.lan..", // names types
              "dev.flotilla.order.soap..", // names its device and its port type
              "dev.flotilla.keys.enrolment..") // writes SVG and reads no XML
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage(
              "javax.xml..",
              "org.w3c.dom..",
              "org.xml.sax..",
              "com.fasterxml.aalto..",
              "org.codehaus.stax2..")
          .allowEmptyShould(true);

  static final ArchRule ONE_WAY_TO_LOG =
      noClasses()
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage(
              "java.util.logging..",
              "ch.qos.logback..",
              "org.apache.logging..",
              "org.apache.log4j..",
              "org.apache.commons.logging..",
              "org.slf4j.simple..")
          .allowEmptyShould(true);

  /** A device application must survive what we do; only programs own a process and its output. */
  static final ArchRule LIBRARIES_LEAVE_THE_PROCESS_ALONE =
      noClasses()
          .that()
          .resideOutsideOfPackages(
              "dev.flotilla.server..",
              "dev.flotilla.gateway.command..",
              "dev.flotilla.bench.harness..",
              "dev.flotilla.bench.leash..", // the program that servers run in
              "dev.flotilla.bench.zookeeper..",
              "dev.flotilla.bench.ratis..",
              "dev.flotilla.examples..",
              "dev.flotilla.order.bench..",
              "dev.flotilla.systemtests..",
              "dev.flotilla.sim..")
          .should()
          .callMethod(System.class, "exit", int.class)
          .orShould()
          .callMethod(Runtime.class, "exit", int.class)
          .orShould()
          .callMethod(Runtime.class, "halt", int.class)
          .orShould()
          .accessField(System.class, "out")
          .orShould()
          .accessField(System.class, "err")
          .orShould(
              access("print a stack trace", (owner, member) -> member.equals("printStackTrace")))
          .allowEmptyShould(true);

  /** System properties are the process's. RMI takes the name of its host from nowhere else. */
  static final ArchRule LIBRARIES_SET_NO_SYSTEM_PROPERTIES =
      noClasses()
          .that()
          .resideOutsideOfPackages(
              "dev.flotilla.server..",
              "dev.flotilla.gateway.command..",
              "dev.flotilla.bench..",
              "dev.flotilla.examples..",
              "dev.flotilla.systemtests..",
              "dev.flotilla.order.rmi..")
          .should()
          .callMethod(System.class, "setProperty", String.class, String.class)
          .orShould()
          .callMethod(System.class, "setProperties", Properties.class)
          .orShould()
          .callMethod(System.class, "getProperties")
          .allowEmptyShould(true);

  /** An application may bring Netty 4.1 (ADR 24); system-tests/spring-boot also finds methods. */
  static final ArchRule NETTY_4_1_IS_ENOUGH =
      noClasses()
          .that()
          .resideInAPackage("dev.flotilla.dpws..")
          .should()
          .dependOnClassesThat()
          .haveNameMatching(
              "io\\.netty\\.channel\\.((nio|local|epoll)\\.\\w*Io\\w*Handler|(Multi|Single)ThreadIo\\w*|Io[A-Z]\\w*"
                  + "|socket\\.SocketProtocolFamily)|io\\.netty\\.util\\.concurrent\\.Ticker")
          .allowEmptyShould(true);

  /** Packages are ruled by {@link ModuleTable}, prefixes and all; this is about what is in them. */
  static final ArchRule THE_CORE_IS_PURE =
      noClasses()
          .that()
          .resideInAPackage(CORE)
          .should()
          .dependOnClassesThat(
              resideInAnyPackage(
                  "java.io..",
                  "java.net..",
                  "java.nio.channels..",
                  "java.nio.file..",
                  "java.util.concurrent..",
                  "java.util.jar..",
                  "java.util.prefs..",
                  "java.util.zip.."))
          .orShould()
          .dependOnClassesThat(
              assignableTo(Thread.class)
                  .or(assignableTo(ThreadLocal.class))
                  .or(assignableTo(Process.class))
                  .or(assignableTo(Clock.class))
                  .or(assignableTo(Timer.class)))
          .orShould(callSomethingImpure())
          .allowEmptyShould(true);

  /** Their order changes from run to run, and so would the outputs. */
  static final ArchRule THE_CORE_HAS_AN_ORDER =
      noClasses()
          .that()
          .resideInAPackage(CORE)
          .should()
          .dependOnClassesThat(
              named(
                  Set.of(
                      "java.util.HashMap",
                      "java.util.HashSet",
                      "java.util.Hashtable",
                      "java.util.IdentityHashMap",
                      "java.util.WeakHashMap")))
          .orShould(callSomethingUnordered())
          .allowEmptyShould(true);

  /** Class, then the only members that the core may use of it. */
  private static final Map<String, Set<String>> PURE_PART =
      Map.of(
          "java.lang.System", Set.of("arraycopy"),
          "java.lang.Runtime", Set.of(),
          "java.lang.ProcessBuilder", Set.of());

  /** Class, then the members that the core may not use of it. */
  private static final Map<String, Set<String>> IMPURE_PART =
      Map.of(
          "java.lang.Math", Set.of("random"),
          "java.lang.StrictMath", Set.of("random"),
          "java.util.UUID", Set.of("randomUUID"),
          "java.util.Random", Set.of("<init>"),
          "java.util.SplittableRandom", Set.of("<init>"),
          "java.security.SecureRandom", Set.of("<init>"),
          "java.util.random.RandomGenerator", Set.of("of", "getDefault"),
          "java.util.Collections", Set.of("shuffle"));

  private static final Map<String, Set<String>> UNORDERED_PART =
      Map.of(
          "java.util.Map", Set.of("of", "ofEntries", "copyOf"),
          "java.util.Set", Set.of("of", "copyOf"),
          "java.util.Collections", Set.of("newSetFromMap"),
          "java.util.stream.Collectors",
              Set.of(
                  "toSet",
                  "toMap",
                  "toUnmodifiableSet",
                  "toUnmodifiableMap",
                  "groupingBy",
                  "partitioningBy",
                  "groupingByConcurrent",
                  "toConcurrentMap"));

  private ArchitectureRules() {}

  private static ArchCondition<JavaClass> useOnlyWhatTheTableAllows() {
    return new ArchCondition<>("use only what the table of modules allows") {
      @Override
      public void check(JavaClass type, ConditionEvents events) {
        ModuleTable.Row row = ModuleTable.moduleOf(type.getPackageName());
        for (Dependency dependency : type.getDirectDependenciesFromSelf()) {
          String target = dependency.getTargetClass().getBaseComponentType().getPackageName();
          if (row == null || !ModuleTable.allows(row, target)) {
            events.add(SimpleConditionEvent.violated(dependency, dependency.getDescription()));
          }
        }
      }
    };
  }

  private static SliceAssignment packagesOfLibraries() {
    return new SliceAssignment() {
      @Override
      public SliceIdentifier getIdentifierOf(JavaClass type) {
        ModuleTable.Row row = ModuleTable.moduleOf(type.getPackageName());
        return row != null && row.isLibrary()
            ? SliceIdentifier.of(row.name(), type.getPackageName())
            : SliceIdentifier.ignore();
      }

      @Override
      public String getDescription() {
        return "the packages of libraries";
      }
    };
  }

  private static ArchCondition<JavaClass> callSomethingImpure() {
    return access(
        "call something impure",
        (owner, member) ->
            (PURE_PART.containsKey(owner) && !PURE_PART.get(owner).contains(member))
                || IMPURE_PART.getOrDefault(owner, Set.of()).contains(member)
                || (owner.startsWith("java.time.") && member.equals("now"))
                || owner.startsWith("java.util.random.RandomGeneratorFactory")
                || member.equals("parallelStream")
                || (owner.startsWith("java.util.stream.") && member.equals("parallel")));
  }

  private static ArchCondition<JavaClass> callSomethingUnordered() {
    return access(
        "call something without an order",
        (owner, member) -> UNORDERED_PART.getOrDefault(owner, Set.of()).contains(member));
  }

  private interface MemberTest {
    boolean matches(String owner, String member);
  }

  /** Matches calls, constructor calls, method references and field accesses alike. */
  private static ArchCondition<JavaClass> access(String description, MemberTest test) {
    return new ArchCondition<>(description) {
      @Override
      public void check(JavaClass type, ConditionEvents events) {
        for (JavaAccess<?> access : type.getAccessesFromSelf()) {
          boolean matches =
              test.matches(access.getTargetOwner().getName(), access.getTarget().getName());
          events.add(new SimpleConditionEvent(access, matches, access.getDescription()));
        }
        type.getMethodReferencesFromSelf()
            .forEach(
                reference ->
                    events.add(
                        new SimpleConditionEvent(
                            reference,
                            test.matches(
                                reference.getTargetOwner().getName(),
                                reference.getTarget().getName()),
                            reference.getDescription())));
        type.getConstructorReferencesFromSelf()
            .forEach(
                reference ->
                    events.add(
                        new SimpleConditionEvent(
                            reference,
                            test.matches(reference.getTargetOwner().getName(), "<init>"),
                            reference.getDescription())));
      }
    };
  }

  private static DescribedPredicate<JavaClass> named(Set<String> names) {
    return DescribedPredicate.describe(
        "one of " + names, type -> names.contains(type.getBaseComponentType().getName()));
  }
}
