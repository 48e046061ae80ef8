package dev.flotilla.spring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.flotilla.CommandContext;
import dev.flotilla.CommandRefused;
import dev.flotilla.FlotillaClient;
import dev.flotilla.FlotillaServer;
import dev.flotilla.Group;
import dev.flotilla.OutcomeUnknown;
import dev.flotilla.ReplicatedState;
import dev.flotilla.testing.Await;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.actuate.health.HealthIndicator;
import org.springframework.boot.actuate.health.Status;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Three applications of Spring Boot in one process, each with a server of one group. */
@Tag("slow")
class ThreeContextsTest {
  private static final String GROUP = "spring-" + UUID.randomUUID();

  record Add(int number) {}

  record Sum(int now) {}

  static final class Adder implements ReplicatedState<Add, Sum> {
    private int sum;

    @Override
    public Sum apply(Add add, CommandContext context) {
      sum += add.number();
      return new Sum(sum);
    }
  }

  @Configuration(proxyBeanMethods = false)
  @EnableAutoConfiguration
  static class Application {
    @Bean
    Group<Add, Sum> group() {
      return Group.named(GROUP, Add.class, Sum.class);
    }

    @Bean
    ReplicatedState<Add, Sum> state() {
      return new Adder();
    }

    @Bean
    Total total(FlotillaClient<Add, Sum> client) {
      return new Total(client);
    }
  }

  /** What an application injects: a client of its own types. */
  record Total(FlotillaClient<Add, Sum> client) {}

  @TempDir private Path directory;
  private final List<ConfigurableApplicationContext> contexts = new ArrayList<>();

  @AfterEach
  void stopAll() {
    contexts.forEach(ConfigurableApplicationContext::close);
  }

  @Test
  void healthIsUpAndThenDownWithoutAMajority() throws Exception {
    for (int i = 0; i < 3; i++) {
      contexts.add(start("flotilla.server.directory=" + directory.resolve("server-" + i)));
    }
    for (ConfigurableApplicationContext context : contexts) {
      Await.until(() -> "a server is UP", () -> statusOf(context).equals(Status.UP));
    }
    assertThat(sum(contexts.get(0), new Add(3))).isEqualTo(3);
    assertThat(sum(contexts.get(1), new Add(4))).isEqualTo(7);

    contexts.get(1).close();
    contexts.get(2).close();

    Await.until(() -> "it is DOWN", () -> statusOf(contexts.get(0)).equals(Status.DOWN));
  }

  @Test
  void aServerWithoutADirectoryIsRefusedWithTheRemedy() {
    assertThatThrownBy(() -> contexts.add(start("flotilla.server.port=0")))
        .hasStackTraceContaining("flotilla.server.directory is not set");
  }

  @Test
  void anApplicationMayHaveAClientOnly() {
    ConfigurableApplicationContext client = start("flotilla.server.enabled=false");
    contexts.add(client);

    assertThat(client.getBeansOfType(FlotillaClient.class)).hasSize(1);
    assertThat(client.getBeansOfType(FlotillaServer.class)).isEmpty();
    assertThat(client.getBeansOfType(HealthIndicator.class))
        .doesNotContainKey("flotillaHealthIndicator");
  }

  private static ConfigurableApplicationContext start(String property) {
    return new SpringApplicationBuilder(Application.class)
        .web(WebApplicationType.NONE)
        .properties("flotilla.server.expect=3", "spring.jmx.enabled=false", property)
        .run();
  }

  /** The client of a context is patient for 10 s only, and this machine may stand still longer. */
  private static int sum(ConfigurableApplicationContext context, Add command) {
    FlotillaClient<Add, Sum> client = context.getBean(Total.class).client();
    AtomicReference<Optional<String>> uid = new AtomicReference<>(Optional.empty());
    return Await.present(
        () -> "a sum",
        () -> {
          try {
            return Optional.of(
                uid.get().isPresent()
                    ? client.executeAgain(command, uid.get().get()).now()
                    : client.execute(command).now());
          } catch (OutcomeUnknown e) {
            uid.set(Optional.of(e.uid()));
          } catch (CommandRefused e) {
            // Not executed.
          }
          return Optional.empty();
        });
  }

  private static Status statusOf(ConfigurableApplicationContext context) {
    return context.getBean("flotillaHealthIndicator", HealthIndicator.class).health().getStatus();
  }
}
