/**
 * What both sides of a connection need: collecting a message, writing one, and the bytes that
 * messages may hold.
 *
 * <p>Everything runs on the event loop of its connection, but {@link
 * dev.flotilla.dpws.http.message.ByteBudget}, which any thread may use. Internal to dpws.
 */
@NullMarked
package dev.flotilla.dpws.http.message;

import org.jspecify.annotations.NullMarked;
