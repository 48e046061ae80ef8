package dev.flotilla.checks;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Every rule of {@link TidyRule} over this whole checkout. */
class TidyTest {
  private static final SourceTree TREE = SourceTree.ofThisBuild();

  @ParameterizedTest
  @EnumSource(TidyRule.class)
  void theTreeIsTidy(TidyRule rule) {
    assertThat(rule.violations(TREE)).isEmpty();
  }

  @Test
  void theTreeIsFoundAtAll() {
    assertThat(TREE.modules()).contains("raft-core", "zk-baseline", "build-checks");
    assertThat(TREE.javaSources()).hasSizeGreaterThan(30).anyMatch(JavaSource::isMain);
    assertThat(TREE.textFiles()).contains(TREE.root().resolve("pom.xml"));
  }
}
