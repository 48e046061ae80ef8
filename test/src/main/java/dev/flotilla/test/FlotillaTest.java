package dev.flotilla.test;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * Lets each test and {@code @BeforeEach} method of a class have a parameter of type {@link
 * Clusters}; constructors and {@code @BeforeAll} methods have none. After the test, everything that
 * it started is closed and its directories are deleted.
 *
 * <pre>{@code
 * @FlotillaTest
 * class CounterTest {
 *   @Test
 *   void theGroupSurvivesItsLeader(Clusters clusters) {
 *     var counters = clusters.start(3, Counter::group, Counter::new);
 *     try (var client = counters.client()) {
 *       client.execute(new Add(2));
 *       counters.kill(counters.leader());
 *       assertEquals(5, client.execute(new Add(3)).total());
 *     }
 *   }
 * }
 * }</pre>
 */
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@ExtendWith(FlotillaExtension.class)
public @interface FlotillaTest {}
