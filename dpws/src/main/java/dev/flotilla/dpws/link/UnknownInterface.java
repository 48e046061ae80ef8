package dev.flotilla.dpws.link;

/** There is no network interface of a name; the message has the remedy. */
public final class UnknownInterface extends IllegalArgumentException {
  private static final long serialVersionUID = 1L;

  UnknownInterface(String name) {
    super("there is no network interface " + name + "; 'ip address' lists those there are");
  }
}
