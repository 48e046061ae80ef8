package dev.flotilla.systemtests.hostile;

import static dev.flotilla.systemtests.hostile.Forgery.Message.APPEND_ENTRIES;
import static dev.flotilla.systemtests.hostile.Forgery.Message.INSTALL_SNAPSHOT;
import static dev.flotilla.systemtests.hostile.Forgery.Message.PRE_VOTE;
import static dev.flotilla.systemtests.hostile.Forgery.Message.READ_INDEX;
import static dev.flotilla.systemtests.hostile.Forgery.Message.TIMEOUT_NOW;

import dev.flotilla.systemtests.hostile.Forgery.Message;
import dev.flotilla.systemtests.hostile.Forgery.Sending;
import dev.flotilla.systemtests.hostile.HostileCase.Attack;
import java.io.IOException;
import java.util.List;
import java.util.function.Function;

/**
 * What a reader of the sources tried as a member: entries that stopped a member which took them.
 */
final class ForgedAttempts {
  private static final String REBORN = "ab".repeat(16);
  private static final String LONG = "a".repeat(8_192) + ":1";
  private static final int LARGE_CHARS = 3_000_000;
  private static final long MILLIS = 1L << 32;

  /** Good commands grow the log meanwhile; some of these hit its end. */
  private static final int TRIES = 5;

  /** The first 8 bytes of the SHA-256 of 8 zeros, which is all that the forged snapshots hold. */
  private static final String ZEROS_CHECKSUM = "checksum=-5812615543772869766";

  private ForgedAttempts() {}

  static void addTo(Attacks all) {
    all.own("entry-6mb", leading(it -> behind(it, "u", "é".repeat(LARGE_CHARS), "")));
    all.own("joint-with-reborn", leading(it -> behind(it, "", "", joint(it))));
    all.own("snapshot-chunk-beyond", forged(INSTALL_SNAPSHOT, "offset=4"));
    all.own("snapshot-empty", forged(INSTALL_SNAPSHOT, "size=0"));
    all.own("snapshot-later-term", forged(INSTALL_SNAPSHOT, "indexTerm=999999"));
    all.own("snapshot-index-0", forged(INSTALL_SNAPSHOT, "index=0", "indexTerm=0"));
    all.own("snapshot-garbage", forged(INSTALL_SNAPSHOT, ZEROS_CHECKSUM));
    all.own("snapshot-first-part", forged(INSTALL_SNAPSHOT, "size=1048576"));
    String max = "round=" + Long.MAX_VALUE;
    all.own("read-round-max", forged(it -> it.send(READ_INDEX, own(it), max)));
    all.own("read-term-0", forged(it -> it.send(READ_INDEX, own(it), "term=0")));
    all.own("address-no-uri", forged(PRE_VOTE, "address=::\u00e9 %%"));
    all.own("address-8k", forged(PRE_VOTE, "address=http://" + LONG));
    all.own("to-itself", forged(it -> it.send(PRE_VOTE, it.follower(), it.follower())));
    all.own("pre-vote-0", forged(it -> it.send(PRE_VOTE, own(it), "term=0")));
    all.own("append-without-base", forged(it -> appendAt(it, it.lastIndex() + 10, it.term())));
    all.own("append-term-above", forged(it -> appendAt(it, it.lastIndex(), it.term() + 5)));
    all.own(
        "append-time-back",
        forged(it -> append(it, Forgery.noOp(it.lastIndex() + 1, it.term(), 0))));
    String version = "<f:activateVersion>1048576</f:activateVersion>";
    all.own("append-version", forged(it -> append(it, behind(it, "", "", version))));
    all.own("append-withheld", forged(it -> append(it, behind(it, "", "", "<f:withheld/>"))));
  }

  private static Attack forged(Message message, String... values) {
    return forged(it -> it.send(message, values));
  }

  private static Attack forged(Sending sending) {
    return Forgery.attack(TRIES, sending);
  }

  /** An entry behind the log of a follower, which is then asked to lead. */
  private static Attack leading(Function<Forgery, String> entry) {
    return forged(
        it -> {
          String answer = append(it, entry.apply(it));
          it.send(TIMEOUT_NOW);
          return answer;
        });
  }

  /** The address of the server that the message is for. */
  private static String own(Forgery it) {
    return "address=" + it.address(it.follower());
  }

  private static String joint(Forgery it) {
    StringBuilder members = new StringBuilder();
    for (String list : List.of("voter", "outgoing")) {
      for (View each : it.views()) {
        members.append("<f:%s>%s</f:%s>".formatted(list, Forgery.member(each), list));
      }
    }
    String id = it.views().get(0).id();
    return """
    <f:configuration>%s<f:learner><f:id>%s</f:id><f:incarnation>%s</f:incarnation></f:learner>\
    </f:configuration>\
    """
        .formatted(members, id, REBORN);
  }

  /** The entry behind the log of the follower. */
  private static String behind(Forgery it, String uid, String parameters, String own) {
    return Forgery.entry(it.lastIndex() + 1, it.term(), uid, parameters, own, MILLIS);
  }

  private static String append(Forgery it, String entry) throws IOException {
    return append(it, it.lastIndex(), entry);
  }

  private static String append(Forgery it, long index, String entry) throws IOException {
    return it.send(
        APPEND_ENTRIES, "index=" + index, "indexTerm=" + it.term(), "commit=0", "entries=" + entry);
  }

  private static String appendAt(Forgery it, long index, long term) throws IOException {
    return append(it, index, Forgery.entry(index + 1, term, "u", "x", "", MILLIS));
  }
}
