package dev.flotilla;

import static org.assertj.core.api.Assertions.assertThat;

import dev.flotilla.Counter.Add;
import dev.flotilla.Counter.Total;
import dev.flotilla.client.AdminOutcome;
import dev.flotilla.client.GroupAdmin;
import dev.flotilla.client.GroupMembers;
import dev.flotilla.client.MemberKind;
import dev.flotilla.client.RefusalReason;
import dev.flotilla.client.ServerEvent;
import dev.flotilla.testing.Await;
import java.nio.file.Path;
import java.util.UUID;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
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
  private final BlockingQueue<ServerEvent> events = new LinkedBlockingQueue<>();

  @Test
  @Tag("full")
  void anApplicationGrowsAndShrinksItsGroup() throws Exception {
    try (FlotillaServer first = server("1").expect(1).start();
        FlotillaServer second = server("2").join().start()) {
      result(first.founded());
      GroupAdmin admin = first.admin();
      second.listen(events::add, missed -> {});

      succeeded(admin.add(second.member(), MemberKind.VOTER));
      result(second.founded());
      assertThat(voters(admin)).isEqualTo(2);
      seen(event -> event instanceof ServerEvent.MembersChanged);

      succeeded(admin.snapshot(second.member()));
      succeeded(admin.transferLeadership(second.member()));
      seen(event -> event instanceof ServerEvent.RoleChanged it && it.role().equals("leader"));

      succeeded(second.admin().remove(first.member()));
      assertThat(voters(second.admin())).isEqualTo(1);
      result(first.removed());
      // Nobody knows whether the answer arrived: asked for again it is done, and not refused.
      succeeded(second.admin().remove(first.member()));
    }
  }

  @Test
  void aChangeOfNoMemberIsRefusedAndNamesTheMembers() throws Exception {
    try (FlotillaServer only = server("1").expect(1).start()) {
      result(only.founded());
      AtomicReference<AdminOutcome> last = new AtomicReference<>(new AdminOutcome.Done());

      // For another reason if no server has answered in time.
      Await.until(
          () -> last.get().toString(),
          () -> {
            last.set(result(only.admin().remove(NOBODY)));
            return ((AdminOutcome.Refused) last.get()).reason() == RefusalReason.INVALID;
          });
      assertThat(((AdminOutcome.Refused) last.get()).detail()).contains(only.member());
    }
  }

  private ServerBuilder server(String name) {
    return group.server(new Counter()).directory(directory.resolve(name));
  }

  private static long voters(GroupAdmin admin) throws Exception {
    GroupMembers members = result(admin.members()).orElseThrow();
    return members.voters().size();
  }

  private void seen(Predicate<ServerEvent> wanted) throws InterruptedException {
    ServerEvent event = events.poll(Await.limitSeconds(), TimeUnit.SECONDS);
    while (event != null && !wanted.test(event)) {
      event = events.poll(Await.limitSeconds(), TimeUnit.SECONDS);
    }
    assertThat(event).isNotNull();
  }

  private static void succeeded(CompletionStage<AdminOutcome> stage) throws Exception {
    assertThat(result(stage)).isEqualTo(new AdminOutcome.Done());
  }

  private static <T> T result(CompletionStage<T> stage) throws Exception {
    return stage.toCompletableFuture().get(Await.limitSeconds(), TimeUnit.SECONDS);
  }
}
