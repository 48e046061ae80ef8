package dev.flotilla.sim.wire;

import io.netty.channel.ChannelId;

/** The id of a channel: the same in every run of a seed. */
record WireId(int number) implements ChannelId {
  private static final long serialVersionUID = 1L;

  @Override
  public String asShortText() {
    return "wire-" + number;
  }

  @Override
  public String asLongText() {
    return asShortText();
  }

  @Override
  public int compareTo(ChannelId other) {
    return asLongText().compareTo(other.asLongText());
  }
}
