/**
 * Efficient XML Interchange (EXI 1.0) for SOAP messages, informed by schemas. EXIficient does the
 * work; this is the bridge to {@link dev.flotilla.dpws.soap.MessageEncoding}.
 */
@NullMarked
package dev.flotilla.dpws.exi;

import org.jspecify.annotations.NullMarked;
