/**
 * Checks of all compiled classes together: which module may use which, what the protocol core must
 * not touch, and what the libraries show their users.
 *
 * <p>Each rule has a test that plants a violation in a small tree of its own and sees it caught.
 */
@NullMarked
package dev.flotilla.architecture;

import org.jspecify.annotations.NullMarked;
