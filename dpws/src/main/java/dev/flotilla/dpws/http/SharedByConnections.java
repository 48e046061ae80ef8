package dev.flotilla.dpws.http;

import dev.flotilla.dpws.http.message.ByteBudget;
import java.util.function.LongSupplier;

/**
 * What the connections of an endpoint share.
 *
 * @param requests what requests may hold together
 * @param answers what answers may hold together
 * @param table decides which connections are open
 */
record SharedByConnections(
    Routes routes,
    HttpLimits limits,
    ByteBudget requests,
    ByteBudget answers,
    ConnectionTable table,
    LongSupplier nanoTime) {}
