package dev.flotilla.raftdpws.directory;

import static org.assertj.core.api.Assertions.assertThat;

import dev.flotilla.raft.model.NodeId;
import dev.flotilla.storage.disk.FileDisk;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AddressDirectoryTest {
  private static final NodeId MEMBER = id(1);
  private static final URI HOME = url(1);

  private final AddressDirectory directory = AddressDirectory.inMemory();

  @Test
  void anAddressThatWorksStaysFirstWhateverIsAnnounced() {
    directory.worked(MEMBER, HOME);
    for (int port = 100; port < 200; port++) {
      directory.named(MEMBER, url(port));
    }

    assertThat(directory.address(MEMBER)).contains(HOME);
    assertThat(directory.candidatesOf(MEMBER)).hasSize(Candidates.MAX_ADDRESSES);
  }

  @Test
  void anAnnouncedAddressHasItsTurnWhenTheOldOneFails() {
    directory.worked(MEMBER, HOME);
    directory.named(MEMBER, url(2));
    directory.failed(MEMBER, HOME);

    assertThat(directory.candidatesOf(MEMBER)).containsExactly(url(2), HOME);
  }

  @Test
  void aForgerWhoAnnouncesAnewAfterEachFailureCannotKeepTheTrueAddressFromItsTurn() {
    directory.named(MEMBER, url(666));
    directory.named(MEMBER, HOME);
    directory.failed(MEMBER, url(666));
    directory.named(MEMBER, url(666));
    directory.named(MEMBER, url(667));

    assertThat(directory.address(MEMBER)).contains(HOME);
  }

  @Test
  void whatOnceWorkedIsForgottenLast() {
    directory.worked(MEMBER, HOME);
    directory.failed(MEMBER, HOME);
    for (int port = 100; port < 200; port++) {
      directory.named(MEMBER, url(port));
    }

    assertThat(directory.candidatesOf(MEMBER)).contains(HOME);
  }

  @Test
  void strangersAreForgottenInTheirOrderAndMembersNever() {
    directory.named(MEMBER, HOME);
    directory.keep(List.of(MEMBER));
    for (int i = 0; i <= AddressDirectory.MAX_STRANGERS; i++) {
      directory.named(id(100 + i), url(100 + i));
    }

    assertThat(directory.address(MEMBER)).contains(HOME);
    assertThat(directory.address(id(100))).isEmpty();
    assertThat(directory.address(id(101))).contains(url(101));
  }

  @Test
  void aMemberThatIsKeptNoLongerIsAStranger() {
    directory.named(MEMBER, HOME);
    directory.keep(List.of(MEMBER));
    directory.keep(List.of(id(2)));

    assertThat(directory.isKept(MEMBER)).isFalse();
    assertThat(directory.address(MEMBER)).contains(HOME);
  }

  @Test
  void whatWorkedIsKnownAfterARestartBestFirst(@TempDir Path folder) {
    AddressDirectory first = open(folder);
    first.keep(List.of(MEMBER));
    first.worked(MEMBER, url(2));
    first.worked(MEMBER, HOME);
    first.named(MEMBER, url(3));
    first.worked(id(9), url(9));

    AddressDirectory second = open(folder);
    assertThat(second.candidatesOf(MEMBER)).containsExactly(HOME, url(2));
    assertThat(second.address(id(9))).isEmpty();
  }

  @Test
  void aFileThatMakesNoSenseIsPassedOver(@TempDir Path folder) throws IOException {
    Files.writeString(
        folder.resolve("addresses"), "nonsense\n\nurn:uuid:x http://a/\n" + MEMBER + " ::\n");

    assertThat(open(folder).candidatesOf(MEMBER)).isEmpty();
  }

  private static AddressDirectory open(Path folder) {
    return AddressDirectory.of(new AddressFile(new FileDisk(folder)), Runnable::run);
  }

  private static NodeId id(int number) {
    return new NodeId(new UUID(0, number));
  }

  private static URI url(int port) {
    return URI.create("http://127.0.0.1:" + port + "/RAFT_Service");
  }
}
