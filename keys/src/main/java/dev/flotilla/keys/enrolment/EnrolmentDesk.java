package dev.flotilla.keys.enrolment;

import dev.flotilla.keys.Authority;
import dev.flotilla.keys.Enrolled;
import dev.flotilla.keys.KeysException;
import dev.flotilla.keys.enrolment.EnrolmentAnswer.Kind;
import java.net.InetAddress;

/**
 * Decides what a request gets. One at a time, so that uses are not exceeded by requests at once.
 * Any thread; blocks while the authority writes.
 */
final class EnrolmentDesk {
  private final Authority authority;
  private final EnrolmentSettings settings;
  private final EnrolmentSecret secret;
  private final EnrolmentService.Listener listener;
  private int used;
  private int wrong;

  EnrolmentDesk(
      Authority authority,
      EnrolmentSettings settings,
      EnrolmentSecret secret,
      EnrolmentService.Listener listener) {
    this.authority = authority;
    this.settings = settings;
    this.secret = secret;
    this.listener = listener;
  }

  /**
   * Answers a request.
   *
   * @param request PKCS #10 as PEM
   */
  synchronized EnrolmentAnswer answer(String token, String request, InetAddress from) {
    if (!secret.isToken(token)) {
      wrong++;
      tellWrong(from);
      return new EnrolmentAnswer(Kind.WRONG_TOKEN, "the secret is wrong");
    }
    return isUsedUp() ? repeated(request, from) : issued(request, from);
  }

  synchronized boolean isUsedUp() {
    return used >= settings.uses();
  }

  synchronized int used() {
    return used;
  }

  /** Each of the first, and of a flood now and then. */
  private void tellWrong(InetAddress from) {
    if (wrong < SourceLimits.WRONG_BEFORE_ALERT) {
      listener.refused(from, "a wrong secret");
    } else if (wrong % SourceLimits.WRONG_BEFORE_ALERT == 0) {
      listener.refused(
          from,
          ("a wrong secret, number %s: somebody is guessing. The service goes on, and takes fewer"
                  + " connections")
              .formatted(wrong));
    }
  }

  private EnrolmentAnswer issued(String request, InetAddress from) {
    try {
      Enrolled enrolled = authority.enrol(request, settings.roles(), settings.life());
      if (!enrolled.isRepeated()) {
        used++;
      }
      listener.enrolled(from, enrolled);
      return new EnrolmentAnswer(Kind.ISSUED, enrolled.bundle());
    } catch (KeysException e) {
      return refused(e, from);
    }
  }

  /** A device that has its certificate may have lost the answer. */
  private EnrolmentAnswer repeated(String request, InetAddress from) {
    try {
      return authority
          .enrolledBefore(request, settings.roles())
          .map(
              enrolled -> {
                listener.enrolled(from, enrolled);
                return new EnrolmentAnswer(Kind.ISSUED, enrolled.bundle());
              })
          .orElseGet(
              () -> {
                listener.refused(from, "all uses of the secret are used up");
                return new EnrolmentAnswer(Kind.USED_UP, "all uses of the secret are used up");
              });
    } catch (KeysException e) {
      return refused(e, from);
    }
  }

  private EnrolmentAnswer refused(KeysException thrown, InetAddress from) {
    String why = String.valueOf(thrown.getMessage());
    listener.refused(from, why);
    // What failed on the operator's disk is no business of the device.
    return thrown.kind() == KeysException.Kind.REFUSED
        ? new EnrolmentAnswer(Kind.UNSOUND, why)
        : new EnrolmentAnswer(Kind.FAILED, "the authority failed; see the operator's machine");
  }
}
