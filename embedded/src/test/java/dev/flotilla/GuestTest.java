package dev.flotilla;

import static org.assertj.core.api.Assertions.assertThat;

import dev.flotilla.testing.Await;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.TimeZone;
import java.util.UUID;
import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLOutputFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a server and a client leave as it was in the process of the application. */
class GuestTest {
  @TempDir private Path directory;

  private final Group<Counter.Add, Counter.Total> group =
      Group.named("guest-" + UUID.randomUUID(), Counter.Add.class, Counter.Total.class);

  @Test
  void theApplicationKeepsItsOwnStaxParser() {
    assertThat(XMLInputFactory.newFactory()).hasSameClassAs(XMLInputFactory.newDefaultFactory());
    assertThat(XMLOutputFactory.newFactory()).hasSameClassAs(XMLOutputFactory.newDefaultFactory());
  }

  @Test
  void noSystemPropertyChanges() throws Exception {
    TimeZone.getDefault(); // The JDK notes it in a property.
    Duration limit = Await.limit();
    Map<Object, Object> before = new HashMap<>(System.getProperties());
    try (FlotillaServer server =
            group.server(new Counter()).expect(1).directory(directory).start();
        FlotillaClient<Counter.Add, Counter.Total> client =
            group.client().timeout(limit).connect()) {
      assertThat(server.awaitFounded(limit)).isNotEmpty();
      assertThat(client.execute(new Counter.Add(3))).isEqualTo(new Counter.Total(3));
    }
    Map<Object, Object> changed = new HashMap<>(System.getProperties());
    changed.entrySet().removeAll(before.entrySet());
    assertThat(changed).isEmpty();
    assertThat(System.getProperties()).hasSameSizeAs(before);
  }
}
