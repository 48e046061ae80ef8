package dev.flotilla.spring;

import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * The settings {@code flotilla.*} of an application. What is not here is set by a {@link
 * FlotillaServerCustomizer}.
 *
 * @param server the settings of the server
 * @param networkInterface the network interface of server and client; loopback if it is null
 * @param keys the key directory of server and client; null for no keys
 * @param servers URLs of servers for the client; empty to find them by discovery
 */
@ConfigurationProperties("flotilla")
public record FlotillaProperties(
    @DefaultValue Server server,
    @Nullable String networkInterface,
    @Nullable Path keys,
    @DefaultValue List<URI> servers) {

  /** Copies the list. */
  public FlotillaProperties {
    servers = List.copyOf(servers);
  }

  /**
   * The settings {@code flotilla.server.*}.
   *
   * @param enabled whether the application has a server; without one it has only a client
   * @param directory where the server keeps its data; must be set if there is a server
   * @param expect how many servers found the group; 0 to come back, or to wait to be added
   * @param port the port of the server; 0 for any that is free
   * @param insecure whether a server without keys may serve beyond loopback
   * @param discovery whether it announces itself and looks for others by multicast
   * @param peers URLs of other servers, for networks without multicast
   */
  public record Server(
      @DefaultValue("true") boolean enabled,
      @Nullable Path directory,
      @DefaultValue("0") int expect,
      @DefaultValue("0") int port,
      @DefaultValue("false") boolean insecure,
      @DefaultValue("true") boolean discovery,
      @DefaultValue List<URI> peers) {

    /** Copies the list. */
    public Server {
      peers = List.copyOf(peers);
    }
  }
}
