/** What Kotlin adds to its classes, for tests without its library. */
@NullMarked
package kotlin;

import org.jspecify.annotations.NullMarked;
