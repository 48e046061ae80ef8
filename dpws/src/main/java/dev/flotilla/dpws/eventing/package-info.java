/**
 * Events by WS-Eventing (W3C submission of August 2004) as DPWS 1.1, section 6, profiles it.
 *
 * <p>An {@link dev.flotilla.dpws.eventing.EventSource} is part of a hosted service: others
 * subscribe to its events and get them pushed. An {@link dev.flotilla.dpws.eventing.EventSink}
 * subscribes to the events of others.
 *
 * <p>Threads: everything runs on event loops and never blocks them; the callbacks of a sink run on
 * an executor of the application.
 */
@NullMarked
package dev.flotilla.dpws.eventing;

import org.jspecify.annotations.NullMarked;
