@NullMarked
package dev.flotilla.keys.enrolment;

import org.jspecify.annotations.NullMarked;
