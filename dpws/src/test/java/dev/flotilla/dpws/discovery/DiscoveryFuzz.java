package dev.flotilla.dpws.discovery;

import dev.flotilla.dpws.Accepted;
import dev.flotilla.dpws.xml.XmlException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;

/** A datagram from the network to a server that is announced and asks a question itself. */
public final class DiscoveryFuzz {
  private static final int MAX_TASKS = 100;
  private static final int MAX_FACTOR = 3;
  private static final String WANTED = Samples.lamp(1).scopes().get(0);
  private static final InetAddress SENDER = sender();

  private final List<byte[]> toAll = new ArrayList<>();
  private final List<byte[]> answers = new ArrayList<>();
  private final List<DiscoveredTarget> sightings = new ArrayList<>();
  private final CompletableFuture<List<Target>> found = new CompletableFuture<>();
  private final DiscoveryEngine engine;

  private DiscoveryFuzz() {
    Random random = new Random(1);
    TimerQueue agenda = new TimerQueue(0);
    Transmitter transmitter =
        new Transmitter(toAll::add, agenda, Retransmission.DPWS, random, /* instanceId= */ 1);
    ByteText wanted = new ByteText(WANTED);
    engine =
        new DiscoveryEngine(
            transmitter,
            agenda,
            random,
            0,
            datagram -> wanted.isIn(datagram),
            new NearAddresses(address -> false),
            sightings::add);
    engine.target().announce(Samples.lamp(1));
    engine.client().probe(Probe.anything(), Duration.ofHours(1), match -> {}, found);
  }

  /** Called by the fuzzer, and for each known input in a build. */
  public static void fuzzerTestOneInput(byte[] datagram) throws XmlException {
    new DiscoveryFuzz().receive(datagram);
    Optional<Envelope> accepted = read(datagram);
    if (accepted.isPresent()) {
      Accepted.check(accepted.get(), DiscoveryFuzz::checkNumber);
      Envelope again = EnvelopeCodec.read(EnvelopeCodec.write(accepted.get()));
      // Addresses are written in ASCII, and so are not the same before as after.
      require(
          ascii(again.toString()).equals(ascii(accepted.get().toString())),
          accepted.get() + " was read again as " + again);
      Envelope stable = EnvelopeCodec.read(EnvelopeCodec.write(again));
      require(stable.equals(again), again + " was read again as " + stable);
    }
  }

  /** What the encoders write: every message, an answer to the open question among them. */
  public static Stream<byte[]> seeds() {
    String asked = new DiscoveryFuzz().question();
    Target lamp = Samples.lamp(2);
    AppSequence sequence = new AppSequence(7, null, 1);
    Stream<Envelope> own =
        Stream.of(
            new Envelope("urn:q:1", null, null, Probe.anything().ofType(Samples.LAMP)),
            new Envelope(
                "urn:q:2",
                null,
                null,
                new DiscoveryMessage.Resolve(Samples.lamp(1).endpointReference())),
            new Envelope("urn:a:1", asked, sequence, new ProbeMatches(List.of(lamp))));
    return Stream.concat(EnvelopeCodecTest.messages(), own).map(EnvelopeCodec::write);
  }

  private String question() {
    return read(toAll.get(0)).orElseThrow().messageId();
  }

  private void receive(byte[] datagram) throws XmlException {
    engine.receive(datagram, new Path());
    long nowNanos = 0;
    for (int i = 0; i < MAX_TASKS && engine.pauseNanos() != Long.MAX_VALUE; i++) {
      nowNanos += engine.pauseNanos();
      engine.advanceTo(nowNanos);
    }
    require(engine.pauseNanos() == Long.MAX_VALUE, "there is no end of what is to be done");
    long bytes = answers.stream().mapToLong(it -> it.length).sum();
    require(
        bytes <= (long) MAX_FACTOR * datagram.length,
        bytes + " bytes of answers to " + datagram.length);
    for (byte[] answer : answers) {
      EnvelopeCodec.read(answer);
    }
    sightings.forEach(it -> Accepted.check(it, DiscoveryFuzz::checkNumber));
    found.join().forEach(it -> Accepted.check(it, DiscoveryFuzz::checkNumber));
  }

  /** The message; a refusal must not hide a fault of the reader. */
  private static Optional<Envelope> read(byte[] datagram) {
    try {
      return Optional.of(EnvelopeCodec.read(datagram));
    } catch (XmlException e) {
      boolean isFault =
          String.valueOf(e.getMessage()).startsWith("not a discovery message")
              && e.getCause() instanceof RuntimeException
              && !(e.getCause() instanceof IllegalArgumentException);
      require(!isFault, e);
      return Optional.empty();
    }
  }

  private static void checkNumber(String name, long number) {
    require(number >= 0, name + " is " + number);
    if (name.equals("metadataVersion")) {
      require(number <= 0xFFFF_FFFFL, name + " is " + number);
    }
  }

  private static String ascii(String text) {
    return text.replaceAll("xAddrs=\\[.*?\\], metadataVersion", "");
  }

  private static void require(boolean holds, Object what) {
    if (!holds) {
      throw what instanceof Throwable cause ? new AssertionError(cause) : new AssertionError(what);
    }
  }

  private static InetAddress sender() {
    try {
      return InetAddress.getByAddress(new byte[] {10, 0, 0, 1});
    } catch (UnknownHostException e) {
      throw new AssertionError(e);
    }
  }

  private final class Path implements ReturnPath {
    @Override
    public InetAddress address() {
      return SENDER;
    }

    @Override
    public String zone() {
      return "eth0";
    }

    @Override
    public boolean isAnswerable() {
      return true;
    }

    @Override
    public boolean isOfGroup() {
      return true;
    }

    @Override
    public void send(byte[] answer) {
      answers.add(answer);
    }
  }
}
