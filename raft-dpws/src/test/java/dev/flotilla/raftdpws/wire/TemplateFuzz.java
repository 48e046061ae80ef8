package dev.flotilla.raftdpws.wire;

import dev.flotilla.dpws.soap.BodyReader;
import dev.flotilla.dpws.soap.BodyWriter;
import dev.flotilla.dpws.soap.KnownEnvelopes;
import dev.flotilla.dpws.soap.Operation;
import dev.flotilla.dpws.soap.SoapFaultException;
import dev.flotilla.dpws.soap.SoapHeader;
import dev.flotilla.dpws.soap.SoapReader;
import dev.flotilla.dpws.xml.XmlException;
import dev.flotilla.dpws.xml.XmlLimits;
import dev.flotilla.raft.message.AppendEntries;
import dev.flotilla.raft.model.Bytes;
import dev.flotilla.raft.model.Command;
import dev.flotilla.raft.model.Entry;
import dev.flotilla.raftdpws.message.PeerRequest;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.stream.LongStream;
import java.util.stream.Stream;

/**
 * Envelopes that are read by the templates of others, and by the parser: what the templates take
 * must be the same to the parser, which must not refuse it. What the parser takes is written by
 * templates, too, and must have the bytes that are written in full.
 *
 * <p>Of a fuzzer the templates are those of the seeds. {@link #main} draws templates and changes
 * envelopes by itself, for a number of inputs or seconds.
 */
public final class TemplateFuzz {
  private static final int ROUNDS = 4;
  private static final int INPUTS_PER_MESSAGE = 40;
  private static final List<Kind<?>> KINDS =
      List.of(
          Kind.request(RaftOperations.APPEND_ENTRIES, TemplateFuzz::appendEntries),
          Kind.response(RaftOperations.APPEND_ENTRIES, RandomMessages::appendEntriesResponse),
          Kind.request(RaftOperations.INSERT_COMMAND, RandomMessages::insertCommandRequest),
          Kind.response(RaftOperations.INSERT_COMMAND, RandomMessages::insertCommandResponse),
          Kind.request(RaftOperations.READ, RandomMessages::readRequest),
          Kind.response(RaftOperations.READ, RandomMessages::readResponse),
          Kind.request(RaftOperations.READ_INDEX, RandomMessages::readIndex),
          Kind.response(RaftOperations.READ_INDEX, RandomMessages::readIndexResponse));
  private static final List<Talk<?>> SEEDED = seeded();

  private TemplateFuzz() {}

  private record Kind<T>(
      SoapHeader header,
      Function<RandomMessages, T> draw,
      BodyReader<T> reader,
      BodyWriter<T> writer) {
    static <T> Kind<T> request(Operation<T, ?> operation, Function<RandomMessages, T> draw) {
      return new Kind<>(
          SoapHeader.request(operation.action(), "urn:uuid:1", "http://10.0.0.1/RAFT_Service"),
          draw,
          operation.requestReader(),
          operation.requestWriter());
    }

    static <T> Kind<T> response(Operation<?, T> operation, Function<RandomMessages, T> draw) {
      return new Kind<>(
          SoapHeader.response(operation.responseAction(), "urn:uuid:1"),
          draw,
          operation.responseReader(),
          operation.responseWriter());
    }

    byte[] envelope(long seed) {
      return EnvelopeFuzz.write(header, writer, draw.apply(new RandomMessages(seed)));
    }
  }

  /** A connection with envelopes of one kind. */
  private static final class Talk<T> {
    private final Kind<T> kind;
    private final KnownEnvelopes received = new KnownEnvelopes(XmlLimits.DEFAULT);
    private final KnownEnvelopes sent = new KnownEnvelopes(XmlLimits.DEFAULT);

    Talk(Kind<T> kind) {
      this.kind = kind;
    }

    /** Reads an envelope both ways; returns whether a template took it. */
    boolean take(byte[] envelope) {
      SoapReader in = received.open(envelope, 0, envelope.length);
      if (in != null) {
        check(in, envelope);
      }
      return in != null;
    }

    private void check(SoapReader in, byte[] envelope) {
      try {
        T message = in.body(kind.reader());
        SoapReader parsed = EnvelopeFuzz.open(envelope);
        T expected = parsed.body(kind.reader());
        require(in.header().equals(parsed.header()), in.header(), parsed.header(), envelope);
        require(message.equals(expected), message, expected, envelope);
        write(parsed.header(), expected, envelope);
      } catch (XmlException | SoapFaultException | RuntimeException e) {
        throw new AssertionError("only a template takes " + text(envelope), e);
      }
    }

    /** Learns an envelope, if the parser takes it. */
    void learn(byte[] envelope) {
      SoapReader in;
      T message;
      try {
        in = EnvelopeFuzz.open(envelope);
        message = in.body(kind.reader());
      } catch (XmlException | SoapFaultException | RuntimeException e) {
        return;
      }
      received.learn(in, kind.reader(), kind.writer(), message, envelope, 0, envelope.length);
      write(in.header(), message, envelope);
    }

    private void write(SoapHeader header, T message, byte[] envelope) {
      ByteBuf out = Unpooled.buffer();
      sent.write(out, header, kind.writer(), message);
      byte[] inFull = EnvelopeFuzz.write(header, kind.writer(), message);
      require(
          Arrays.equals(ByteBufUtil.getBytes(out), inFull),
          out.toString(StandardCharsets.UTF_8),
          text(inFull),
          envelope);
    }

    private static void require(boolean holds, Object found, Object expected, byte[] envelope) {
      if (!holds) {
        throw new AssertionError(
            "%s in place of %s by a template, of %s".formatted(found, expected, text(envelope)));
      }
    }
  }

  /** Called by the fuzzer, and for each known input in a build. */
  public static void fuzzerTestOneInput(byte[] envelope) {
    SEEDED.forEach(talk -> talk.take(envelope));
  }

  /** Every kind, as our own programs send it. */
  public static Stream<byte[]> seeds() {
    return LongStream.range(0, ROUNDS)
        .boxed()
        .flatMap(seed -> KINDS.stream().map(kind -> kind.envelope(seed)));
  }

  /** Tries inputs, for a number of them or for seconds: inputs=N, seconds=N, seed=N. */
  public static void main(String[] arguments) {
    long inputs = Long.MAX_VALUE;
    long seconds = Long.MAX_VALUE;
    long seed = System.nanoTime();
    for (String argument : arguments) {
      long value = Long.parseLong(argument.substring(argument.indexOf('=') + 1));
      switch (argument.substring(0, argument.indexOf('='))) {
        case "inputs" -> inputs = value;
        case "seconds" -> seconds = value;
        case "seed" -> seed = value;
        default -> throw new IllegalArgumentException("not inputs, seconds or seed: " + argument);
      }
    }
    long begin = System.nanoTime();
    long done = 0;
    long taken = 0;
    while (done < inputs && (System.nanoTime() - begin) / TimeUnit.SECONDS.toNanos(1) < seconds) {
      Tally tally = run(seed, (int) Math.min(1_000_000, inputs - done));
      done += tally.inputs();
      taken += tally.taken();
      System.out.printf(Locale.ROOT, "seed %d: %d inputs, %d taken%n", seed, done, taken);
      seed++;
    }
  }

  /**
   * What has been tried.
   *
   * @param inputs changed envelopes
   * @param taken those of them that a template took
   */
  record Tally(long inputs, long taken) {}

  /** Tries changed envelopes of all kinds. */
  static Tally run(long seed, int inputs) {
    SplittableRandom random = new SplittableRandom(seed);
    long taken = 0;
    int done = 0;
    while (done < inputs) {
      Kind<?> kind = KINDS.get(random.nextInt(KINDS.size()));
      taken += converse(kind, random);
      done += INPUTS_PER_MESSAGE;
    }
    return new Tally(done, taken);
  }

  private static <T> int converse(Kind<T> kind, SplittableRandom random) {
    Talk<T> talk = new Talk<>(kind);
    Mutations mutations = new Mutations(random);
    List<byte[]> known = Stream.generate(() -> kind.envelope(random.nextLong())).limit(4).toList();
    known.forEach(talk::learn);
    int taken = 0;
    for (int i = 0; i < INPUTS_PER_MESSAGE; i++) {
      byte[] envelope = known.get(random.nextInt(known.size()));
      byte[] changed = mutations.mutated(envelope);
      if (talk.take(changed)) {
        taken++;
      } else if (random.nextInt(4) == 0) {
        talk.learn(changed);
      }
    }
    return taken;
  }

  private static List<Talk<?>> seeded() {
    List<Talk<?>> talks = new ArrayList<>();
    for (Kind<?> kind : KINDS) {
      Talk<?> talk = new Talk<>(kind);
      LongStream.range(0, ROUNDS).forEach(seed -> talk.learn(kind.envelope(seed)));
      talks.add(talk);
    }
    return talks;
  }

  /** Templates are for commands: other entries are rare. */
  private static PeerRequest<AppendEntries> appendEntries(RandomMessages messages) {
    PeerRequest<AppendEntries> drawn = messages.appendEntries();
    AppendEntries append = drawn.message();
    List<Entry> commands =
        append.entries().stream()
            .limit(3)
            .map(
                it ->
                    it.payload() instanceof Command
                        ? it
                        : new Entry(
                            it.position(), it.timeMillis(), new Command("u", "c", Bytes.EMPTY)))
            .toList();
    return new PeerRequest<>(
        drawn.header(),
        drawn.senderAddress(),
        new AppendEntries(
            append.term(),
            append.previous(),
            commands,
            append.leaderCommit(),
            append.sequence(),
            append.confirmed(),
            append.quietMillis()));
  }

  private static String text(byte[] envelope) {
    return new String(envelope, StandardCharsets.UTF_8);
  }
}
