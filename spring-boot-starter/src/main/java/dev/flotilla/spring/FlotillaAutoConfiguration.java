package dev.flotilla.spring;

import dev.flotilla.ClientBuilder;
import dev.flotilla.FlotillaClient;
import dev.flotilla.FlotillaServer;
import dev.flotilla.Group;
import dev.flotilla.ReplicatedState;
import dev.flotilla.ServerBuilder;
import dev.flotilla.ServerStartException;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;

/**
 * Makes a client of an application that has a bean {@link Group}, and a server if it also has a
 * bean {@link ReplicatedState}. Both are closed with the application. The server starts with the
 * application and does not wait for its group.
 */
@AutoConfiguration
@EnableConfigurationProperties(FlotillaProperties.class)
@ConditionalOnBean(Group.class)
public class FlotillaAutoConfiguration {

  /**
   * Starts the server.
   *
   * @throws ServerStartException if it cannot start, with the reason
   */
  @Bean
  @ConditionalOnMissingBean
  @ConditionalOnBean(ReplicatedState.class)
  @ConditionalOnProperty(
      name = "flotilla.server.enabled",
      havingValue = "true",
      matchIfMissing = true)
  public <C, R> FlotillaServer flotillaServer(
      Group<C, R> group,
      ReplicatedState<C, R> state,
      FlotillaProperties properties,
      ObjectProvider<FlotillaServerCustomizer> customizers)
      throws ServerStartException {
    FlotillaProperties.Server settings = properties.server();
    Path directory = settings.directory();
    if (directory == null) {
      throw new IllegalStateException(
          "flotilla.server.directory is not set; name the directory of this server's data, or set"
              + " flotilla.server.enabled=false");
    }
    ServerBuilder builder = group.server(state).directory(directory);
    if (settings.expect() > 0) {
      builder.expect(settings.expect());
    }
    if (settings.port() > 0) {
      builder.port(settings.port());
    }
    if (settings.insecure()) {
      builder.insecure();
    }
    if (!settings.discovery()) {
      builder.withoutDiscovery();
    }
    if (!settings.peers().isEmpty()) {
      builder.peers(settings.peers().toArray(URI[]::new));
    }
    if (properties.networkInterface() != null) {
      builder.networkInterface(properties.networkInterface());
    }
    if (properties.keys() != null) {
      builder.keys(properties.keys());
    }
    customizers.orderedStream().forEach(it -> it.customize(builder));
    return builder.start();
  }

  /**
   * Makes the client. It connects with its first call.
   *
   * @throws IOException if the network interface or the keys cannot be used
   */
  @Bean
  @ConditionalOnMissingBean
  public <C, R> FlotillaClient<C, R> flotillaClient(
      Group<C, R> group, FlotillaProperties properties) throws IOException {
    ClientBuilder<C, R> builder = group.client();
    if (!properties.servers().isEmpty()) {
      builder.servers(properties.servers().toArray(URI[]::new));
    }
    if (properties.networkInterface() != null) {
      builder.networkInterface(properties.networkInterface());
    }
    if (properties.keys() != null) {
      builder.keys(properties.keys());
    }
    return builder.connect();
  }
}
