package dev.flotilla.raftdpws.founding;

import dev.flotilla.raft.model.Member;
import dev.flotilla.raftdpws.message.FoundRequest;
import java.net.URI;

/** What founding wants to know; each is asked once and then answered or reported as failed. */
sealed interface FoundingQuestion {
  /**
   * Who lives there?
   *
   * @param address where some server may be
   */
  record WhoIs(URI address) implements FoundingQuestion {}

  /**
   * Who of the group's name is on the network?
   *
   * @param askedNanos when it is asked, which tells the questions apart
   */
  record WhoIsHere(long askedNanos) implements FoundingQuestion {}

  /**
   * Does the founder accept the list?
   *
   * @param founder who is asked
   * @param request what is sent to it
   */
  record WillYou(Member founder, FoundRequest request) implements FoundingQuestion {}
}
