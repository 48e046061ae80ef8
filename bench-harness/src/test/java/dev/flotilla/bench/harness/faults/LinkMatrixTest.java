package dev.flotilla.bench.harness.faults;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.flotilla.bench.LinkFault;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class LinkMatrixTest {
  private static final LinkFault MOST = new LinkFault(0.4, 30);

  @Test
  void everyOrderedPairHasAFaultOfItsOwn() {
    LinkMatrix matrix = LinkMatrix.random(5, 1, MOST);

    assertThat(matrix.faults()).hasSize(20);
    assertThat(matrix.faults().values())
        .doesNotHaveDuplicates()
        .allMatch(fault -> fault.dropProbability() <= 0.4 && fault.delayMillis() <= 30);
    assertThat(LinkMatrix.random(5, 1, MOST)).isEqualTo(matrix);
    assertThat(LinkMatrix.random(5, 2, MOST)).isNotEqualTo(matrix);
  }

  @Test
  void anIsolatedServerIsCutOffInBothDirections() {
    LinkMatrix matrix = LinkMatrix.isolating(3, 2);

    assertThat(matrix.fault(2, 1)).isEqualTo(LinkFault.CUT);
    assertThat(matrix.fault(1, 2)).isEqualTo(LinkFault.CUT);
    assertThat(matrix.fault(1, 3)).isEqualTo(LinkFault.NONE);
  }

  @Test
  void mutedAndDeafServersAreCutOffOneWay() {
    assertThat(LinkMatrix.muting(3, 2).faults().keySet())
        .containsExactly(new LinkMatrix.Link(2, 1), new LinkMatrix.Link(2, 3));
    assertThat(LinkMatrix.deafening(3, 2).faults().keySet())
        .containsExactly(new LinkMatrix.Link(1, 2), new LinkMatrix.Link(3, 2));
  }

  @Test
  void onlyLinksThatDifferAreChanged() throws Exception {
    List<String> changes = new ArrayList<>();
    LinkMatrix before = LinkMatrix.muting(3, 1);
    LinkMatrix after = LinkMatrix.none(3).with(1, 2, LinkFault.CUT).with(3, 2, MOST);

    after.apply(before, (from, to, fault) -> changes.add(from + " " + to + " " + fault));

    assertThat(changes).containsExactly("1 3 " + LinkFault.NONE, "3 2 " + MOST);
  }

  @Test
  void linksOfMissingServersAreRefused() {
    assertThatThrownBy(() -> LinkMatrix.none(3).with(1, 4, LinkFault.CUT))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("there is no link from server 1 to server 4");
  }
}
