/** How the tests of all modules wait, for the time that the machine at hand needs. */
@NullMarked
package dev.flotilla.testing;

import org.jspecify.annotations.NullMarked;
