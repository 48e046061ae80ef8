/**
 * Groups of servers for the tests of applications, with JUnit 5.
 *
 * <p>{@link dev.flotilla.test.FlotillaTest} gives a test {@link dev.flotilla.test.Clusters}, which
 * starts a {@link dev.flotilla.test.FlotillaCluster} with a name, ports and directories of its own
 * and ends it after the test.
 */
@NullMarked
package dev.flotilla.test;

import org.jspecify.annotations.NullMarked;
