package dev.flotilla.bdb.database;

/**
 * What a database may use of its device, and how often it is forced.
 *
 * <p>Internal: public only for the other packages of statemachine-bdb.
 *
 * @param cacheBytes heap for its cache
 * @param freeDiskBytes while less than this is free on its file system, there is little room
 * @param checkpointCommands forced to disk after at most this many commands
 * @param checkpointBytes forced to disk after at most this many bytes of commands
 */
public record DatabaseLimits(
    long cacheBytes, long freeDiskBytes, int checkpointCommands, long checkpointBytes) {}
