package dev.flotilla.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.flotilla.CommandContext;
import dev.flotilla.FlotillaClient;
import dev.flotilla.FlotillaServer;
import dev.flotilla.Group;
import dev.flotilla.ReplicatedState;
import dev.flotilla.ServerBuilder;
import dev.flotilla.client.AdminOutcome;
import dev.flotilla.client.GroupAdmin;
import dev.flotilla.client.GroupMembers;
import dev.flotilla.keys.InitialKeys;
import dev.flotilla.testing.Await;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Predicate;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Members by discovery, with keys. */
@Tag("full")
class AdmissionTest {
  record Add(int count) {}

  record Total(int now) {}

  private static final class Counter implements ReplicatedState<Add, Total> {
    private int total;

    @Override
    public Total apply(Add order, CommandContext context) {
      total += order.count();
      return new Total(total);
    }
  }

  private static final Duration LIMIT = Await.limit();

  @TempDir private Path directory;

  private final Group<Add, Total> group =
      Group.named("admits-" + UUID.randomUUID().toString().substring(0, 8), Add.class, Total.class);
  private Path keys = Path.of("");

  @BeforeEach
  void makeKeys() throws Exception {
    keys = directory.resolve("keys");
    var unused = InitialKeys.create(keys, group.name(), 4, 1, Clock.systemUTC());
  }

  @Test
  void serversWithKeysJoinReplaceASilentOneAndLeave() throws Exception {
    try (FlotillaServer first = server(1).expect(1).start();
        FlotillaServer second = server(2).start();
        FlotillaClient<Add, Total> client =
            group.client().keys(keys.resolve("client-1")).timeout(LIMIT).connect()) {
      GroupAdmin admin = first.admin();
      String lost;
      try (FlotillaServer third = server(3).start()) {
        lost = third.member();
        waitFor(admin, "three voters", now -> now.voters().size() == 3);
        assertThat(client.execute(new Add(1))).isEqualTo(new Total(1));
      }
      try (FlotillaServer fourth = server(4).start()) {
        waitFor(
            admin,
            "the fourth in the place of the third",
            now ->
                now.voters().contains(fourth.member())
                    && now.voters().size() == 3
                    && now.members().stream().noneMatch(it -> it.id().equals(lost)));
        assertThat(client.execute(new Add(1))).isEqualTo(new Total(2));

        assertThat(Await.result(fourth.leave(LIMIT))).isInstanceOf(AdminOutcome.Done.class);
        waitFor(admin, "two voters", now -> now.voters().size() == 2);
      }
      assertThat(client.execute(new Add(1))).isEqualTo(new Total(3));
      assertThat(second.role()).isNotEqualTo("joining");
    }
  }

  private ServerBuilder server(int number) {
    return group
        .server(new Counter())
        .directory(directory.resolve("server-" + number))
        .keys(keys.resolve("member-" + number))
        .admitCertified(3)
        .replaceSilentAfter(Duration.ofSeconds(5));
  }

  /** Until no change is under way and the configuration is as wanted; each look takes a second. */
  private static void waitFor(GroupAdmin admin, String what, Predicate<GroupMembers> wanted) {
    AtomicReference<Optional<GroupMembers>> last = new AtomicReference<>(Optional.empty());
    Await.until(
        () -> what + ", the members are " + last.get(),
        () -> {
          last.set(Await.result(admin.members()));
          return last.get().filter(it -> !it.isChanging() && wanted.test(it)).isPresent();
        });
  }
}
