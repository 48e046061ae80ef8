package dev.flotilla.bench.harness.locks;

/**
 * What a command came to, or how a lock stands.
 *
 * @param done whether the client got, keeps, or has given up the lock; of a question, whether
 *     anybody holds the lock
 * @param token the fencing token of the lease: the index of the command that acquired it, greater
 *     than that of any earlier lease. Of a question and of a refusal, the highest one of those that
 *     hold the lock; 0 for none
 * @param expiresMillis the log time at which that lease ends; 0 for none
 * @param holders how many clients hold the lock now
 */
public record LockAnswer(boolean done, long token, long expiresMillis, int holders) {}
