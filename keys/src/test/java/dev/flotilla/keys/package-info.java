@NullMarked
package dev.flotilla.keys;

import org.jspecify.annotations.NullMarked;
