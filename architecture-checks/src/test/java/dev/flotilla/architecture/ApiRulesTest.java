package dev.flotilla.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.lang.ArchRule;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Plants violations of each of {@link ApiRules} and sees them caught. */
class ApiRulesTest {
  private static final String INNER = "dev.flotilla.raftdpws.message.Inner";

  @TempDir private Path folder;

  @ParameterizedTest
  @ValueSource(
      strings = {
        "public %s returned() { return null; }",
        "public void taken(%s it) {}",
        "public java.util.List<java.util.Optional<%s>> nested() { return null; }",
        "public void called(java.util.function.Consumer<? super %s> it) {}",
        "public %s[] several;",
        "protected static %s constant;",
        "public Api(%s it) {}",
      })
  void anInnerTypeInAPublicSignatureIsCaught(String member) throws IOException {
    assertThat(report("dev.flotilla", member.formatted(INNER))).contains("names <" + INNER + ">");
    assertThat(report("dev.flotilla.client", member.formatted(INNER))).contains(INNER);
    assertThat(report("dev.flotilla.codec", member.formatted(INNER))).contains(INNER);
    assertThat(report("dev.flotilla.node.statemachine", member.formatted(INNER))).contains(INNER);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "private %s field;",
        "%s ofThePackage() { return null; }",
        "public void inside() { %s local = null; }",
      })
  void whatApplicationsDoNotSeeMayNameIt(String member) throws IOException {
    assertThat(report("dev.flotilla", member.formatted(INNER))).isEmpty();
  }

  @Test
  void otherPackagesMayNameIt() throws IOException {
    assertThat(report("dev.flotilla.client.dpws", "public " + INNER + " field;")).isEmpty();
  }

  @Test
  void aClientThatBeginsWithAnInnerTypeIsCaught() throws IOException {
    Planted planted =
        new Planted(folder)
            .type("dev.flotilla.raftdpws.message", "Inner", "")
            .type(
                "dev.flotilla.client.dpws",
                "DpwsGroupClient",
                "public static %s connect() { return null; } public static %s wire() { return null; }"
                    .formatted(INNER, INNER));
    assertThat(
            ApiRules.CLIENTS_BEGIN_WITHOUT_INNER_TYPES
                .evaluate(planted.compile())
                .getFailureReport()
                .getDetails())
        .singleElement()
        .asString()
        .contains("DpwsGroupClient.connect() names <" + INNER + ">");
  }

  @Test
  void anOptionalParameterIsCaughtAndAnOptionalAnswerIsNot() throws IOException {
    assertThat(
            optional("public void taken(java.util.Optional<String> it) {}")
                + optional("public void taken(java.util.OptionalLong it) {}"))
        .contains("java.util.Optional) takes an Optional")
        .contains("java.util.OptionalLong) takes an Optional");
    assertThat(optional("public java.util.Optional<String> answer() { return null; }")).isEmpty();
  }

  private String report(String packageName, String member) throws IOException {
    return report(ApiRules.SIGNATURES_NAME_NO_INNER_TYPE, packageName, member);
  }

  private String optional(String member) throws IOException {
    return report(ApiRules.PARAMETERS_ARE_NOT_OPTIONAL, "dev.flotilla", member);
  }

  private String report(ArchRule rule, String packageName, String member) throws IOException {
    Planted planted =
        new Planted(folder.resolve(packageName + "-" + Math.abs(member.hashCode())))
            .type("dev.flotilla.raftdpws.message", "Inner", "")
            .type(packageName, "Api", member);
    return String.join("\n", rule.evaluate(planted.compile()).getFailureReport().getDetails());
  }
}
