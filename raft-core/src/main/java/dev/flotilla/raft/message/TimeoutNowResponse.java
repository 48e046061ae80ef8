package dev.flotilla.raft.message;

/**
 * Answers {@link TimeoutNow}: it has arrived. Whether the responder campaigns shows in what it asks
 * for next.
 *
 * @param term the responder's term before it campaigns
 * @param sequence the request's number
 */
public record TimeoutNowResponse(long term, long sequence) implements Message.Response {}
