package application;

import static org.assertj.core.api.Assertions.assertThat;

import dev.flotilla.CommandContext;
import dev.flotilla.FlotillaClient;
import dev.flotilla.FlotillaServer;
import dev.flotilla.Group;
import dev.flotilla.ReplicatedState;
import java.net.InetAddress;
import java.net.NetworkInterface;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import javax.xml.stream.XMLEventFactory;
import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLOutputFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

/** A web application of Spring Boot, with its own versions of all libraries, embeds a server and a client. */
class EmbeddingTest {
  private static final String DIRECTORY = "flotilla.directory";

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

  @SpringBootApplication
  @RestController
  static class Application {
    private final Group<Add, Sum> group =
        Group.named("spring-" + UUID.randomUUID(), Add.class, Sum.class);
    private FlotillaClient<Add, Sum> client;

    @Bean
    FlotillaServer server(org.springframework.core.env.Environment environment) throws Exception {
      FlotillaServer server =
          group
              .server(new Adder())
              .expect(1)
              .withoutDiscovery()
              .networkInterface(loopback())
              .directory(Path.of(environment.getRequiredProperty(DIRECTORY)))
              .start();
      server.founded().toCompletableFuture().get(60, TimeUnit.SECONDS);
      return server;
    }

    @Bean
    FlotillaClient<Add, Sum> client(FlotillaServer server) throws Exception {
      client = group.client().networkInterface(loopback()).servers(server.address()).connect();
      return client;
    }

    /** Adds three to what the group agrees on. */
    @GetMapping("/add")
    String add() throws Exception {
      return "the sum is " + client.execute(new Add(3)).now();
    }

    private static String loopback() throws Exception {
      return NetworkInterface.getByInetAddress(InetAddress.getLoopbackAddress()).getName();
    }
  }

  @TempDir private Path directory;

  @Test
  void anApplicationOfSpringBootServesAGroup() throws Exception {
    Map<Object, Object> without = properties(directory.resolve("first"), false);
    Map<Object, Object> with = properties(directory.resolve("second"), true);

    assertThat(with).isEqualTo(without);
    assertThat(XMLInputFactory.newFactory())
        .hasSameClassAs(XMLInputFactory.newDefaultFactory());
    assertThat(XMLOutputFactory.newFactory())
        .hasSameClassAs(XMLOutputFactory.newDefaultFactory());
    assertThat(XMLEventFactory.newFactory()).hasSameClassAs(XMLEventFactory.newDefaultFactory());
  }

  /** The system properties while the application runs; its beans are made only if they are called. */
  private static Map<Object, Object> properties(Path home, boolean called) throws Exception {
    try (ConfigurableApplicationContext context =
        new SpringApplicationBuilder(Application.class)
            .properties(
                "server.port=0",
                "spring.main.lazy-initialization=true",
                DIRECTORY + "=" + home)
            .run()) {
      if (called) {
        context.getBean(FlotillaClient.class);
        String port = context.getEnvironment().getProperty("local.server.port");
        HttpRequest request =
            HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + "/add")).build();
        assertThat(HttpClient.newHttpClient().send(request, BodyHandlers.ofString()).body())
            .isEqualTo("the sum is 3");
      }
      Map<Object, Object> seen = new HashMap<>(System.getProperties());
      return seen;
    }
  }
}
