package dev.flotilla.raftdpws.wire;

import dev.flotilla.dpws.soap.MessageEncoding;
import dev.flotilla.dpws.soap.Operation;
import dev.flotilla.dpws.soap.SoapHeader;
import dev.flotilla.dpws.soap.SoapReader;
import dev.flotilla.dpws.soap.SoapWriter;
import dev.flotilla.dpws.xml.XmlLimits;
import dev.flotilla.dpws.xml.XmlReader;
import dev.flotilla.raft.message.AppendEntries;
import dev.flotilla.raft.message.RequestVote;
import dev.flotilla.raft.model.Bytes;
import dev.flotilla.raft.model.Command;
import dev.flotilla.raft.model.Entry;
import dev.flotilla.raft.model.LogPosition;
import dev.flotilla.raft.model.SessionTag;
import dev.flotilla.raftdpws.message.InsertCommandRequest;
import dev.flotilla.raftdpws.message.PeerRequest;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.UUID;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;

/**
 * Prints how many bytes messages have in XML, in XML compressed by gzip, and in EXI, and how much
 * processor time it takes to write and to read them: the table of docs/reference/exi.md.
 */
public final class EncodingTable {
  private static final int BATCHES = 15;
  private static final long BATCH_NANOS = 200_000_000L;
  private static final int COMMAND_BYTES = 100;

  private EncodingTable() {}

  /** Envelopes of one operation, on their way out or in. */
  private record Message<T>(String name, Operation<T, ?> operation, T body) {
    byte[] write() {
      ByteBuf out = Unpooled.buffer(1024);
      SoapHeader header =
          SoapHeader.request(
              operation.action(),
              "urn:uuid:6ef1ce20-e56e-11f1-bf55-b7634a0c860b",
              "http://192.168.1.17:46679/RAFT_Service");
      SoapWriter.write(out, header, operation.requestWriter(), body);
      return ByteBufUtil.getBytes(out);
    }

    Object read(byte[] xml) throws Exception {
      return SoapReader.open(XmlReader.of(xml, 0, xml.length, XmlLimits.DEFAULT))
          .body(operation.requestReader());
    }
  }

  /** XML as it is, and compressed by the JDK. */
  private enum Plain implements MessageEncoding {
    XML,
    GZIP;

    @Override
    public String contentType() {
      return this == XML ? "XML" : "XML and gzip";
    }

    @Override
    public byte[] encode(byte[] xml, int offset, int length) {
      if (this == XML) {
        return xml;
      }
      ByteArrayOutputStream out = new ByteArrayOutputStream(length);
      try (GZIPOutputStream zip = new GZIPOutputStream(out)) {
        zip.write(xml, offset, length);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
      return out.toByteArray();
    }

    @Override
    public byte[] decode(byte[] message, int length, int maxXmlBytes) {
      if (this == XML) {
        return message;
      }
      try (GZIPInputStream in = new GZIPInputStream(new ByteArrayInputStream(message, 0, length))) {
        return in.readAllBytes();
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }

  /** Work whose processor time is measured. */
  @FunctionalInterface
  private interface Work {
    Object run() throws Exception;
  }

  /** Prints the table. */
  public static void main(String[] arguments) throws Exception {
    System.out.println("| message | encoding | bytes | write us | read us |");
    System.out.println("| --- | --- | --- | --- | --- |");
    MessageEncoding exi = Exi.encoding();
    for (Message<?> message : messages()) {
      for (MessageEncoding encoding : List.of(Plain.XML, Plain.GZIP, exi)) {
        String name = encoding == exi ? "EXI" : encoding.contentType();
        System.out.println(row(message, name, encoding));
      }
    }
  }

  private static String row(Message<?> message, String name, MessageEncoding encoding)
      throws Exception {
    byte[] xml = message.write();
    byte[] encoded = encoding.encode(xml, 0, xml.length);
    String write =
        micros(
            () -> {
              byte[] written = message.write();
              return encoding.encode(written, 0, written.length);
            });
    String read = micros(() -> message.read(encoding.decode(encoded, encoded.length, 8 << 20)));
    return "| %s | %s | %s | %s | %s |"
        .formatted(message.name(), name, encoded.length, write, read);
  }

  /** The median over batches with the smallest and the largest, after as many to warm up. */
  private static String micros(Work work) throws Exception {
    double[] all = new double[BATCHES];
    for (int i = -BATCHES; i < BATCHES; i++) {
      double batch = batch(work);
      if (i >= 0) {
        all[i] = batch;
      }
    }
    Arrays.sort(all);
    return String.format(
        Locale.ROOT, "%.1f (%.1f-%.1f)", all[BATCHES / 2], all[0], all[BATCHES - 1]);
  }

  private static double batch(Work work) throws Exception {
    long end = System.nanoTime() + BATCH_NANOS;
    long cpu = ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
    int done = 0;
    int seen = 0;
    while (System.nanoTime() < end) {
      seen += work.run().hashCode();
      done++;
    }
    long used = ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime() - cpu;
    return seen == 1 ? 0 : used / 1_000.0 / done;
  }

  private static List<Message<?>> messages() {
    RandomMessages random = new RandomMessages(1);
    PeerRequest<AppendEntries> peer = random.appendEntries();
    List<Message<?>> all = new ArrayList<>();
    all.add(
        new Message<>(
            "InsertCommand, 100 bytes",
            RaftOperations.INSERT_COMMAND,
            new InsertCommandRequest(command(7), Optional.of(peer.header().group()))));
    all.add(appendEntries("AppendEntries, empty", peer, 0));
    all.add(appendEntries("AppendEntries, 1 entry", peer, 1));
    all.add(appendEntries("AppendEntries, 10 entries", peer, 10));
    all.add(appendEntries("AppendEntries, 100 entries", peer, 100));
    all.add(
        new Message<>(
            "RequestVote",
            RaftOperations.REQUEST_VOTE,
            new PeerRequest<>(
                peer.header(),
                "http://192.168.1.17:46679/RAFT_Service",
                new RequestVote(7, new LogPosition(123_456, 7), 99, false))));
    return all;
  }

  private static Message<PeerRequest<AppendEntries>> appendEntries(
      String name, PeerRequest<?> peer, int count) {
    LogPosition previous = new LogPosition(123_456, 7);
    List<Entry> entries = new ArrayList<>();
    for (int i = 1; i <= count; i++) {
      entries.add(new Entry(new LogPosition(123_456 + i, 7), 1_000_000L + i, command(i)));
    }
    return new Message<>(
        name,
        RaftOperations.APPEND_ENTRIES,
        new PeerRequest<>(
            peer.header(),
            "http://192.168.1.17:46679/RAFT_Service",
            new AppendEntries(7, previous, entries, 123_456, 4_711)));
  }

  private static Command command(int number) {
    byte[] parameters = "x".repeat(COMMAND_BYTES).getBytes(StandardCharsets.US_ASCII);
    return new Command(
            "urn:uuid:" + new UUID(0x6ef1ce20e56e11f1L, number), "put", Bytes.wrap(parameters))
        .in(new SessionTag(1_234, number, 1));
  }
}
