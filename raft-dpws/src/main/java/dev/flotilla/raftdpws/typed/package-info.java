/**
 * FlotillaClientService: the contract for clients in any language, from which tools generate stubs.
 * It offers Submit, Query and Status, each answered with an outcome or a typed fault.
 */
@NullMarked
package dev.flotilla.raftdpws.typed;

import org.jspecify.annotations.NullMarked;
