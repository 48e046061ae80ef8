package dev.flotilla.order.protocol;

import dev.flotilla.order.MessageId;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** What the origin of Skeen's protocol gathers: when each process has received a message. */
final class ReceiptTimes {
  private final TreeMap<MessageId, Answers> unanswered = new TreeMap<>();

  private static final class Answers {
    private final Set<Integer> missing;
    private long largest;

    private Answers(Collection<Integer> missing, long largest) {
      this.missing = new HashSet<>(missing);
      this.largest = largest;
    }
  }

  /**
   * Waits for the answers to a message.
   *
   * @param missing the processes that must answer
   * @param largest the largest time that is known; 0 if there is none
   */
  void await(MessageId id, Collection<Integer> missing, long largest) {
    unanswered.put(id, new Answers(missing, largest));
  }

  /** Takes an answer; one that nobody waits for changes nothing. */
  void answered(int from, OrderMessage.Received answer) {
    Answers answers = unanswered.get(answer.id());
    if (answers != null && answers.missing.remove(from)) {
      answers.largest = Math.max(answers.largest, answer.time());
    }
  }

  /** No answers of this process are awaited any more. */
  void crashed(int process) {
    unanswered.values().forEach(answers -> answers.missing.remove(process));
  }

  /** The time stamps of the messages for which no answer is missing; forgets these messages. */
  List<OrderMessage.Stamped> takeComplete() {
    List<OrderMessage.Stamped> stamps = new ArrayList<>();
    Iterator<Map.Entry<MessageId, Answers>> entries = unanswered.entrySet().iterator();
    while (entries.hasNext()) {
      Map.Entry<MessageId, Answers> entry = entries.next();
      if (entry.getValue().missing.isEmpty()) {
        stamps.add(new OrderMessage.Stamped(entry.getKey(), entry.getValue().largest));
        entries.remove();
      }
    }
    return stamps;
  }
}
