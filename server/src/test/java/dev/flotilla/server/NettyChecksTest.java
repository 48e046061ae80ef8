package dev.flotilla.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What Netty says of its checks in the process of a server. */
@Tag("slow")
class NettyChecksTest {
  private static final String LOGGING =
      """
      <configuration>
        <appender name="ERR" class="ch.qos.logback.core.ConsoleAppender">
          <target>System.err</target>
          <encoder><pattern>%msg%n</pattern></encoder>
        </appender>
        <logger name="io.netty" level="DEBUG"/>
        <root level="WARN"><appender-ref ref="ERR"/></root>
      </configuration>
      """;

  @TempDir private Path directory;

  @Test
  void aServerHasThemOff() throws Exception {
    assertThat(errorsOfServer(""))
        .contains("-Dio.netty.leakDetection.level: disabled")
        .contains("-Dio.netty.buffer.checkAccessible: false")
        .contains("-Dio.netty.buffer.checkBounds: false");
  }

  @Test
  void whoStartsTheServerMayHaveThemOn() throws Exception {
    assertThat(errorsOfServer(" -Dio.netty.buffer.checkBounds=true"))
        .contains("-Dio.netty.buffer.checkAccessible: false")
        .contains("-Dio.netty.buffer.checkBounds: true");
  }

  private String errorsOfServer(String options) throws Exception {
    Path logging = Files.writeString(directory.resolve("logback.xml"), LOGGING);
    return CommandProcess.errorsUntil(
        List.of(
            "io.netty.leakDetection.level: ",
            "io.netty.buffer.checkAccessible: ",
            "io.netty.buffer.checkBounds: "),
        Map.of("JAVA_TOOL_OPTIONS", "-Dlogback.configurationFile=" + logging + options),
        directory,
        "server",
        "--group",
        "g-" + UUID.randomUUID(),
        "--expect",
        "1",
        "--data",
        directory.resolve("data").toString(),
        "--port",
        "0");
  }
}
