package dev.flotilla.architecture;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.methods;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaCodeUnit;
import com.tngtech.archunit.core.domain.JavaField;
import com.tngtech.archunit.core.domain.JavaMember;
import com.tngtech.archunit.core.domain.JavaMethod;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.domain.JavaType;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/** Rules on the packages that applications use, see docs/reference/api-stability.md. */
final class ApiRules {
  private static final String[] API = {
    "dev.flotilla",
    "dev.flotilla.client",
    "dev.flotilla.codec",
    "dev.flotilla.metrics",
    "dev.flotilla.node.statemachine"
  };

  /** Where a {@code GroupClient} begins, in a package that is internal otherwise. */
  private static final String ENTRY = "dev.flotilla.client.dpws.DpwsGroupClient";

  private static final String ENTRY_METHOD = "connect";

  /**
   * Packages whose types the API may name: itself, its codecs, and what a state machine or a
   * transport is.
   */
  private static final Set<String> NAMED_PACKAGES =
      Set.of(
          "dev.flotilla",
          "dev.flotilla.client",
          "dev.flotilla.codec",
          "dev.flotilla.metrics",
          "dev.flotilla.node.statemachine",
          "dev.flotilla.node.transport");

  /** Values of commands, what clients share, and the one extension point of the wire. */
  private static final Set<String> NAMED_TYPES =
      Set.of(
          "dev.flotilla.raft.model.Bytes",
          "dev.flotilla.raft.model.Command",
          "dev.flotilla.raft.model.LogPosition",
          "dev.flotilla.raft.model.Topics",
          "dev.flotilla.client.dpws.ClientRuntime",
          "dev.flotilla.dpws.soap.MessageEncoding");

  /** What may change with the next version must not appear in the code of an application. */
  static final ArchRule SIGNATURES_NAME_NO_INNER_TYPE =
      classes()
          .that(resideInAnyPackage(API))
          .and()
          .arePublic()
          .should(nameInPublicSignaturesOnlyWhatIsPublic())
          .allowEmptyShould(true);

  /** Likewise for what begins a client. */
  static final ArchRule CLIENTS_BEGIN_WITHOUT_INNER_TYPES =
      methods()
          .that()
          .areDeclaredIn(ENTRY)
          .and()
          .haveName(ENTRY_METHOD)
          .should(nameOnlyWhatIsPublic())
          .allowEmptyShould(true);

  /** {@code Optional} is an answer; who has nothing to pass calls an overload. */
  static final ArchRule PARAMETERS_ARE_NOT_OPTIONAL =
      classes()
          .that(resideInAnyPackage(API))
          .and()
          .arePublic()
          .should(takeNoOptional())
          .allowEmptyShould(true);

  private ApiRules() {}

  private static ArchCondition<JavaClass> nameInPublicSignaturesOnlyWhatIsPublic() {
    return new ArchCondition<>("name in public signatures only what is public") {
      @Override
      public void check(JavaClass type, ConditionEvents events) {
        Stream<JavaType> supertypes =
            Stream.concat(type.getSuperclass().stream(), type.getInterfaces().stream());
        supertypes.forEach(it -> checkNamed(type.getName(), it, events));
        members(type)
            .forEach(
                member ->
                    typesOf(member).forEach(it -> checkNamed(member.getFullName(), it, events)));
      }
    };
  }

  private static ArchCondition<JavaMethod> nameOnlyWhatIsPublic() {
    return new ArchCondition<>("name only what is public") {
      @Override
      public void check(JavaMethod method, ConditionEvents events) {
        typesOf(method).forEach(it -> checkNamed(method.getFullName(), it, events));
      }
    };
  }

  private static void checkNamed(String where, JavaType type, ConditionEvents events) {
    for (JavaClass raw : type.getAllInvolvedRawTypes()) {
      JavaClass named = raw.getBaseComponentType();
      boolean isInner =
          named.getPackageName().startsWith("dev.flotilla")
              && !NAMED_PACKAGES.contains(named.getPackageName())
              && !NAMED_TYPES.contains(named.getName());
      if (isInner) {
        events.add(
            SimpleConditionEvent.violated(named, where + " names <" + named.getName() + ">"));
      }
    }
  }

  private static ArchCondition<JavaClass> takeNoOptional() {
    return new ArchCondition<>("take no Optional") {
      @Override
      public void check(JavaClass type, ConditionEvents events) {
        members(type)
            .filter(JavaCodeUnit.class::isInstance)
            .map(JavaCodeUnit.class::cast)
            .filter(it -> !isOfARecord(it))
            .filter(it -> it.getRawParameterTypes().stream().anyMatch(ApiRules::isOptional))
            .forEach(
                it ->
                    events.add(
                        SimpleConditionEvent.violated(
                            it, it.getFullName() + " takes an Optional")));
      }
    };
  }

  private static boolean isOptional(JavaClass type) {
    return type.getName().startsWith(Optional.class.getName());
  }

  /** Records are answers here: their constructors are not for applications. */
  private static boolean isOfARecord(JavaCodeUnit unit) {
    return unit.isConstructor() && unit.getOwner().isRecord();
  }

  private static Stream<JavaMember> members(JavaClass type) {
    return type.getMembers().stream()
        .filter(
            it ->
                it.getModifiers().contains(JavaModifier.PUBLIC)
                    || it.getModifiers().contains(JavaModifier.PROTECTED));
  }

  private static Stream<JavaType> typesOf(JavaMember member) {
    if (member instanceof JavaField field) {
      return Stream.of(field.getType());
    }
    JavaCodeUnit unit = (JavaCodeUnit) member;
    Stream<JavaType> thrown = unit.getThrowsClause().getTypes().stream().map(it -> it);
    return Stream.of(Stream.of(unit.getReturnType()), unit.getParameterTypes().stream(), thrown)
        .flatMap(it -> it);
  }
}
