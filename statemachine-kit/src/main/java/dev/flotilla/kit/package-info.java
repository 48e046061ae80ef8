/**
 * A kit that checks a state machine against its contract: {@link dev.flotilla.kit.Conformance} runs
 * the cases of {@link dev.flotilla.kit.ConformanceCase} and tells what it saw.
 *
 * <p>Threads: each case runs on one of its own, which ends with the case; the caller waits. May
 * depend on raft-node's port to state machines and raft-core's value types, and on no test
 * framework.
 */
@NullMarked
package dev.flotilla.kit;

import org.jspecify.annotations.NullMarked;
