package dev.flotilla.bench.harness.gateway;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Apache httpd as a balancer before web servers, if this machine has it: the one of the report
 * "EWeb", with its choice of the web server with the fewest open requests.
 *
 * @param program the server
 * @param modules the directory of its modules
 */
record Httpd(Path program, Path modules) {
  private static final String CONFIGURATION =
      """
      ServerRoot "DIRECTORY"
      DefaultRuntimeDir "DIRECTORY"
      PidFile "DIRECTORY/httpd.pid"
      ServerName ADDRESS
      Listen ADDRESS
      <IfModule !unixd_module>
        LoadModule unixd_module "MODULES/mod_unixd.so"
      </IfModule>
      <IfModule !mpm_event_module>
        LoadModule mpm_event_module "MODULES/mod_mpm_event.so"
      </IfModule>
      LoadModule authz_core_module "MODULES/mod_authz_core.so"
      LoadModule slotmem_shm_module "MODULES/mod_slotmem_shm.so"
      LoadModule proxy_module "MODULES/mod_proxy.so"
      LoadModule proxy_http_module "MODULES/mod_proxy_http.so"
      LoadModule proxy_balancer_module "MODULES/mod_proxy_balancer.so"
      LoadModule lbmethod_bybusyness_module "MODULES/mod_lbmethod_bybusyness.so"
      User daemon
      Group daemon
      ErrorLog "DIRECTORY/error.log"
      KeepAlive On
      MaxKeepAliveRequests 0
      KeepAliveTimeout 60
      <Proxy "balancer://web">
        ProxySet lbmethod=bybusyness
      MEMBERS</Proxy>
      ProxyPass "/" "balancer://web/"
      """;

  /** The one of this machine, where Debian, Fedora, or its own build installs it. */
  static Optional<Httpd> find() {
    return Stream.of(
            new Httpd(Path.of("/usr/sbin/apache2"), Path.of("/usr/lib/apache2/modules")),
            new Httpd(Path.of("/usr/sbin/httpd"), Path.of("/usr/lib64/httpd/modules")),
            new Httpd(
                Path.of("/usr/local/apache2/bin/httpd"), Path.of("/usr/local/apache2/modules")))
        .filter(it -> Files.isExecutable(it.program) && Files.isDirectory(it.modules))
        .findFirst();
  }

  /**
   * Writes its configuration.
   *
   * @param directory an existing one for it, and for what it writes
   * @param address HOST:PORT where it listens
   * @param servers HOST:PORT of each web server
   * @return the command that starts it
   */
  List<String> prepare(Path directory, String address, List<String> servers) throws IOException {
    StringBuilder members = new StringBuilder();
    for (String server : servers) {
      members.append("  BalancerMember \"http://%s\" retry=1\n".formatted(server));
    }
    Path configuration = directory.resolve("httpd.conf");
    Files.writeString(
        configuration,
        CONFIGURATION
            .replace("ADDRESS", address)
            .replace("MODULES", modules.toString())
            .replace("MEMBERS", members)
            .replace("DIRECTORY", directory.toString())); // Last: it may contain the other words.
    return List.of(program.toString(), "-DFOREGROUND", "-f", configuration.toString());
  }
}
