package dev.flotilla.spring;

import dev.flotilla.FlotillaServer;
import org.springframework.boot.actuate.autoconfigure.health.ConditionalOnEnabledHealthIndicator;
import org.springframework.boot.actuate.health.HealthIndicator;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.context.annotation.Bean;

/** Adds the health of the server to that of an application with the actuator of Spring Boot 3. */
@AutoConfiguration(after = FlotillaAutoConfiguration.class)
@ConditionalOnClass({HealthIndicator.class, ConditionalOnEnabledHealthIndicator.class})
@ConditionalOnBean(FlotillaServer.class)
public class FlotillaHealthAutoConfiguration {

  /** The indicator {@code flotilla}. */
  @Bean
  @ConditionalOnMissingBean(name = "flotillaHealthIndicator")
  @ConditionalOnEnabledHealthIndicator("flotilla")
  public HealthIndicator flotillaHealthIndicator(FlotillaServer server) {
    return new FlotillaHealthIndicator(server);
  }
}
