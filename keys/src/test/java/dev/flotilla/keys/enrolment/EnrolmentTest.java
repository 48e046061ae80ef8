package dev.flotilla.keys.enrolment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.flotilla.keys.Authority;
import dev.flotilla.keys.Enrolled;
import dev.flotilla.keys.InitialKeys;
import dev.flotilla.keys.KeyDirectory;
import dev.flotilla.keys.KeysException;
import dev.flotilla.keys.PendingKeys;
import dev.flotilla.keys.Role;
import dev.flotilla.testing.Await;
import java.net.InetAddress;
import java.net.NetworkInterface;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("slow")
class EnrolmentTest implements EnrolmentService.Listener {
  private static final Duration LONG = Await.limit();

  @TempDir private Path directory;
  private final List<String> events = new CopyOnWriteArrayList<>();

  @Override
  public void enrolled(InetAddress device, Enrolled enrolled) {
    events.add((enrolled.isRepeated() ? "again " : "issued ") + enrolled.issued().grant().name());
  }

  @Override
  public void refused(InetAddress source, String why) {
    events.add("refused: " + why);
  }

  @Test
  void aDeviceThatKnowsTheSecretGetsTheRoleOfTheService() throws Exception {
    Authority authority = authority("hall");
    try (EnrolmentService service = start(authority, Duration.ofSeconds(1))) {
      KeyDirectory made = join("hall", service.secret(), "lamp", Optional.empty());
      assertThat(made.grant().roles()).containsExactly(Role.MEMBER);
      assertThat(made.grant().memberId()).isPresent();
      assertThat(KeyDirectory.open(directory.resolve("lamp")).group()).isEqualTo("hall");
      assertThat(service.ended().toCompletableFuture().get(Await.limitSeconds(), TimeUnit.SECONDS))
          .isEqualTo(EnrolmentService.End.USED_UP);
    }
    // Who waited for too long has asked again.
    assertThat(events).startsWith("issued lamp").isSubsetOf("issued lamp", "again lamp");
  }

  @Test
  void anotherTokenOfTheSameAuthorityIsRefused() throws Exception {
    Authority authority = authority("hall");
    try (EnrolmentService service = start(authority)) {
      EnrolmentSecret guessed = EnrolmentSecret.of(authority.certificate());
      assertThatThrownBy(() -> join("hall", guessed, "lamp", Optional.of(service)))
          .isInstanceOf(KeysException.class)
          .hasMessageContaining("the secret is wrong");
      assertThat(service.used()).isZero();
    }
    assertThat(authority.issued()).noneMatch(it -> it.grant().name().equals("lamp"));
    // Once, or again if no answer came in time.
    assertThat(events).isNotEmpty().allMatch(it -> it.startsWith("refused: a wrong secret"));
  }

  /** It answers for the same group, but is not of the authority that the secret names. */
  @Test
  void aForgedServiceLearnsNoToken() throws Exception {
    EnrolmentSecret secret = EnrolmentSecret.of(authority("hall").certificate());
    Authority forged = forgedAuthority("hall");
    try (EnrolmentService service = start(forged)) {
      // A server that did not answer in time comes first in the message.
      Await.until(
          () -> "a device that reports a forger",
          () -> refusal(secret, service).contains("no trusted enrolment service"));
      assertThat(service.used()).isZero();
    }
    assertThat(events).noneMatch(it -> it.contains("secret"));
  }

  @Test
  void aSecondDeviceFindsTheSecretUsedUp() throws Exception {
    try (EnrolmentService service = start(authority("hall"), Duration.ofMinutes(1))) {
      var unused = join("hall", service.secret(), "lamp", Optional.of(service));
      assertThatThrownBy(() -> join("hall", service.secret(), "fan", Optional.of(service)))
          .isInstanceOf(KeysException.class)
          .hasMessageContaining("used up");
    }
  }

  @Test
  void aHundredWrongSecretsKeepNoDeviceFromJoining() throws Exception {
    Authority authority = authority("hall");
    EnrolmentSettings settings = EnrolmentSettings.of(loopback(), EnumSet.of(Role.MEMBER));
    EnrolmentSecret secret = EnrolmentSecret.of(authority.certificate());
    EnrolmentDesk desk = new EnrolmentDesk(authority, settings, secret, this);
    for (int i = 0; i < 100; i++) {
      String guessed = EnrolmentSecret.of(authority.certificate()).token();
      assertThat(desk.answer(guessed, "none", address(7)).kind())
          .isEqualTo(EnrolmentAnswer.Kind.WRONG_TOKEN);
    }
    assertThat(events).hasSizeLessThan(30).last().asString().contains("number 100", "guessing");

    PendingKeys pending = PendingKeys.of(directory.resolve("lamp"));
    assertThat(desk.answer(secret.token(), pending.request("lamp"), address(7)).kind())
        .isEqualTo(EnrolmentAnswer.Kind.ISSUED);
  }

  private static InetAddress address(int number) throws Exception {
    return InetAddress.getByAddress(new byte[] {10, 0, 0, (byte) number});
  }

  @Test
  void aMistypedSecretIsNoticed() throws Exception {
    String text = EnrolmentSecret.of(authority("hall").certificate()).text();
    assertThat(EnrolmentSecret.parse(text.toLowerCase(java.util.Locale.ROOT)).text())
        .isEqualTo(text);
    char wrong = text.charAt(3) == 'A' ? 'B' : 'A';
    assertThatThrownBy(
            () -> EnrolmentSecret.parse(text.substring(0, 3) + wrong + text.substring(4)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("mistyped");
  }

  private Authority authority(String group) throws KeysException {
    return authorityIn("keys", group);
  }

  private Authority forgedAuthority(String group) throws KeysException {
    return authorityIn("forged", group);
  }

  private Authority authorityIn(String name, String group) throws KeysException {
    Path keys = directory.resolve(name);
    var unused = InitialKeys.create(keys, group, 0, 0, Clock.systemUTC());
    return Authority.open(keys, Clock.systemUTC());
  }

  private EnrolmentService start(Authority authority) throws Exception {
    return start(authority, Duration.ZERO);
  }

  private EnrolmentService start(Authority authority, Duration linger) throws Exception {
    EnrolmentSettings settings = EnrolmentSettings.of(loopback(), EnumSet.of(Role.MEMBER));
    return EnrolmentService.start(
        authority, settings.withWaits(Duration.ofMillis(1), linger), this, LONG);
  }

  private KeyDirectory join(
      String group, EnrolmentSecret secret, String name, Optional<EnrolmentService> at)
      throws Exception {
    return EnrolmentClient.join(
        new JoinRequest(
            group,
            secret,
            directory.resolve(name),
            name,
            loopback(),
            at.map(EnrolmentService::address),
            LONG));
  }

  /** Why the lamp does not join. */
  private String refusal(EnrolmentSecret secret, EnrolmentService at) {
    Throwable refused = catchThrowable(() -> join("hall", secret, "lamp", Optional.of(at)));
    assertThat(refused).isInstanceOf(KeysException.class);
    return refused.getMessage();
  }

  private static NetworkInterface loopback() throws Exception {
    return NetworkInterface.getByInetAddress(InetAddress.getLoopbackAddress());
  }
}
