@NullMarked
package dev.flotilla.dpws.exi;

import org.jspecify.annotations.NullMarked;
