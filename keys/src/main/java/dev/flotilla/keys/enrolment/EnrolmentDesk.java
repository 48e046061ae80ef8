package dev.flotilla.keys.enrolment;

import dev.flotilla.keys.Authority;
import dev.flotilla.keys.Enrolled;
import dev.flotilla.keys.KeysException;
import dev.flotilla.keys.enrolment.EnrolmentMessage.Kind;
import dev.flotilla.keys.enrolment.EnrolmentMessage.Reason;
import java.net.InetAddress;

/**
 * Decides what a request gets. One at a time, so that neither uses nor wrong tokens are exceeded by
 * requests at once. Any thread; blocks while the authority writes.
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

  synchronized EnrolmentMessage answer(EnrolmentMessage request, InetAddress from) {
    if (areTooManyWrong()) {
      return EnrolmentMessage.refused(Reason.OVER, "there were too many wrong secrets");
    }
    if (request.kind() != Kind.REQUEST || !secret.isToken(request.word())) {
      wrong++;
      listener.refused(
          from,
          "a wrong secret, number %s of %s".formatted(wrong, EnrolmentSettings.MAX_WRONG_TOKENS));
      return EnrolmentMessage.refused(Reason.TOKEN, "the secret is wrong");
    }
    return isUsedUp() ? repeated(request, from) : issued(request, from);
  }

  synchronized boolean isUsedUp() {
    return used >= settings.uses();
  }

  synchronized boolean areTooManyWrong() {
    return wrong >= EnrolmentSettings.MAX_WRONG_TOKENS;
  }

  synchronized int used() {
    return used;
  }

  private EnrolmentMessage issued(EnrolmentMessage request, InetAddress from) {
    try {
      Enrolled enrolled = authority.enrol(request.text(), settings.roles(), settings.life());
      if (!enrolled.isRepeated()) {
        used++;
      }
      listener.enrolled(from, enrolled);
      return EnrolmentMessage.issued(enrolled.bundle());
    } catch (KeysException e) {
      return refused(e, from);
    }
  }

  /** A device that has its certificate may have lost the answer. */
  private EnrolmentMessage repeated(EnrolmentMessage request, InetAddress from) {
    try {
      return authority
          .enrolledBefore(request.text(), settings.roles())
          .map(
              enrolled -> {
                listener.enrolled(from, enrolled);
                return EnrolmentMessage.issued(enrolled.bundle());
              })
          .orElseGet(
              () -> {
                listener.refused(from, "all uses of the secret are used up");
                return EnrolmentMessage.refused(Reason.OVER, "all uses of the secret are used up");
              });
    } catch (KeysException e) {
      return refused(e, from);
    }
  }

  private EnrolmentMessage refused(KeysException thrown, InetAddress from) {
    String why = String.valueOf(thrown.getMessage());
    listener.refused(from, why);
    // What failed on the operator's disk is no business of the device.
    return thrown.kind() == KeysException.Kind.REFUSED
        ? EnrolmentMessage.refused(Reason.REQUEST, why)
        : EnrolmentMessage.refused(
            Reason.FAILED, "the authority failed; see the operator's machine");
  }
}
