package dev.flotilla;

import static org.assertj.core.api.Assertions.assertThat;

import dev.flotilla.Counter.Add;
import dev.flotilla.Counter.Total;
import dev.flotilla.client.CommandOutcome;
import dev.flotilla.client.GroupAdmin;
import dev.flotilla.client.GroupMembers;
import dev.flotilla.raftdpws.message.GroupEvent;
import dev.flotilla.raftdpws.message.MemberStatus;
import dev.flotilla.raftdpws.message.ServerRole;
import dev.flotilla.testing.Await;
import java.nio.file.Path;
import java.util.UUID;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("slow")
class AdministrationTest {
  private static final String NOBODY = "urn:uuid:00000000-0000-0000-0000-000000000001";

  @TempDir private Path directory;

  private final Group<Add, Total> group =
      Group.named("admin-" + UUID.randomUUID().toString().substring(0, 8), Add.class, Total.class);
  private final BlockingQueue<GroupEvent> events = new LinkedBlockingQueue<>();

  @Test
  @Tag("full")
  void anApplicationGrowsAndShrinksItsGroup() throws Exception {
    try (FlotillaServer first = server("1").expect(1).start();
        FlotillaServer second = server("2").join().start()) {
      result(first.founded());
      GroupAdmin admin = first.admin();
      second.listen(events::add, missed -> {});

      succeeded(admin.add(second.member(), MemberStatus.VOTER));
      result(second.founded());
      assertThat(voters(admin)).isEqualTo(2);
      seen(event -> event instanceof GroupEvent.MembersChanged);

      succeeded(admin.snapshot(second.member()));
      succeeded(admin.transferLeadership(second.member()));
      seen(event -> event.equals(roleOf(event, ServerRole.LEADER)));

      succeeded(second.admin().remove(first.member()));
      assertThat(voters(second.admin())).isEqualTo(1);
      result(first.removed());
    }
  }

  @Test
  void aChangeOfNoMemberIsRefusedAndNamesTheMembers() throws Exception {
    try (FlotillaServer only = server("1").expect(1).start()) {
      result(only.founded());

      assertThat(result(only.admin().remove(NOBODY)))
          .isInstanceOfSatisfying(
              CommandOutcome.Refused.class,
              refused -> assertThat(refused.detail()).contains(only.member()));
    }
  }

  private ServerBuilder server(String name) {
    return group.server(new Counter()).directory(directory.resolve(name));
  }

  private static GroupEvent roleOf(GroupEvent event, ServerRole role) {
    long term = event instanceof GroupEvent.RoleChanged changed ? changed.term() : 0;
    return new GroupEvent.RoleChanged(term, role);
  }

  private static long voters(GroupAdmin admin) throws Exception {
    GroupMembers members = result(admin.members()).orElseThrow();
    return members.configuration().voters().size();
  }

  private void seen(Predicate<GroupEvent> wanted) throws InterruptedException {
    GroupEvent event = events.poll(Await.limitSeconds(), TimeUnit.SECONDS);
    while (event != null && !wanted.test(event)) {
      event = events.poll(Await.limitSeconds(), TimeUnit.SECONDS);
    }
    assertThat(event).isNotNull();
  }

  private static void succeeded(CompletionStage<CommandOutcome> stage) throws Exception {
    assertThat(result(stage))
        .isInstanceOfSatisfying(
            CommandOutcome.Executed.class,
            executed ->
                assertThat(executed.answer().success()).as(executed.answer().text()).isTrue());
  }

  private static <T> T result(CompletionStage<T> stage) throws Exception {
    return stage.toCompletableFuture().get(Await.limitSeconds(), TimeUnit.SECONDS);
  }
}
