package dev.flotilla.raftdpws;

import dev.flotilla.raftdpws.service.Serving;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What the rest of a server does when its addresses change.
 *
 * @param group the group's name
 * @param serving what there is once the group is founded
 */
record Moving(String group, Supplier<@Nullable Serving> serving) implements OwnAddress.Follower {
  private static final Logger LOG = LoggerFactory.getLogger(Moving.class);

  @Override
  public void renamed() {
    Serving now = serving.get();
    if (now != null) {
      now.transport().renamed();
    }
  }

  @Override
  public void moved() {
    Serving now = serving.get();
    if (now != null) {
      now.transport().reopen();
    }
  }

  @Override
  public void isUnreachable() {
    Serving now = serving.get();
    if (now != null && now.node().status().isLeading()) {
      now.node()
          .transferLeadership(
              Optional.empty(), outcome -> LOG.info("{} without an address: {}", group, outcome));
    }
  }
}
