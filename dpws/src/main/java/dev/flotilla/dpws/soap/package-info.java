/**
 * SOAP 1.2 envelopes with WS-Addressing 1.0 headers, faults and typed operations, independent of
 * how they travel.
 */
@NullMarked
package dev.flotilla.dpws.soap;

import org.jspecify.annotations.NullMarked;
