/**
 * Channels of CORBA, and the object that assigns numbers to processes.
 *
 * <p>The interfaces, whose stubs and skeletons are written by hand:
 *
 * <pre>
 * module flotilla {
 *   module order {
 *     typedef sequence&lt;octet&gt; Content;
 *     typedef sequence&lt;Object&gt; Processes;
 *     exception Refused { string reason; };
 *
 *     interface Process {
 *       void append(in long from, in Content message);
 *       Content ping(in Content payload);
 *     };
 *
 *     interface Registration {
 *       long register(in Object process) raises (Refused);
 *       Processes processes();
 *     };
 *   };
 * };
 * </pre>
 *
 * <p>Owner thread: calls arrive on threads of the ORB; each other process has one thread that calls
 * it. Depends on {@code dev.flotilla.order.channel}.
 */
@NullMarked
package dev.flotilla.order.corba;

import org.jspecify.annotations.NullMarked;
