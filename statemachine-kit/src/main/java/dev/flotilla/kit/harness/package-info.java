/**
 * Drives copies of the machine that is checked: draws what is committed, opens, feeds, ends and
 * crashes copies, and compares what they answer and hold.
 *
 * <p>Threads: that of the case. Knows no case and no verdict. Internal to statemachine-kit.
 */
@NullMarked
package dev.flotilla.kit.harness;

import org.jspecify.annotations.NullMarked;
