package dev.flotilla.kit;

import dev.flotilla.node.statemachine.CommittedCommand;
import dev.flotilla.node.statemachine.Execution;
import dev.flotilla.node.statemachine.JournalRecord;
import dev.flotilla.node.statemachine.RestorableStateMachine;
import dev.flotilla.node.statemachine.Result;
import dev.flotilla.node.statemachine.StateSnapshot;
import dev.flotilla.raft.model.Bytes;
import dev.flotilla.raft.model.Command;
import dev.flotilla.raft.model.LogPosition;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.random.RandomGenerator;
import java.util.zip.CRC32C;

/**
 * A machine that does all that the contract asks for: totals by name, on disk after each batch. The
 * planted ones override a part of it.
 */
class Tally implements RestorableStateMachine {
  static final List<Bytes> PROBES = List.of(Bytes.utf8("all"));

  final Map<String, Long> totals = newTotals();
  final List<JournalRecord> journal = new ArrayList<>();
  long lastIndex;
  Path directory = Path.of("");

  /** Executions before this index are in a snapshot that was kept. */
  long kept;

  private boolean isOpen;

  static Operation draw(RandomGenerator random) {
    String name = "n" + random.nextInt(12);
    return switch (random.nextInt(5)) {
      case 0 -> new Operation("drop", Bytes.utf8(name));
      default -> new Operation("add", Bytes.utf8(name + " " + (random.nextInt(90) - 20)));
    };
  }

  static Bytes ask(RandomGenerator random) {
    return Bytes.utf8("total n" + random.nextInt(14));
  }

  Map<String, Long> newTotals() {
    return new TreeMap<>();
  }

  @Override
  public long initialize(Path home) throws IOException {
    directory = home;
    isOpen = true;
    Path file = home.resolve("state");
    if (Files.exists(file)) {
      load(Files.readAllBytes(file));
    }
    return lastIndex;
  }

  @Override
  public void recall(int limit, Consumer<Execution> visitor) {
    executions().subList(Math.max(0, journal.size() - limit), journal.size()).forEach(visitor);
  }

  List<Execution> executions() {
    return journal.stream()
        .map(
            it ->
                new Execution(
                    it.position(), it.command().uid(), it.command().fingerprint(), it.result()))
        .toList();
  }

  @Override
  public List<Result> apply(List<CommittedCommand> batch) {
    List<Result> results = new ArrayList<>();
    for (CommittedCommand each : batch) {
      Result result = execute(each.command());
      results.add(result);
      journal.add(new JournalRecord(each.position(), each.command(), result));
      lastIndex = each.position().index();
    }
    journal.removeIf(it -> it.position().index() <= kept);
    save();
    return results;
  }

  Result execute(Command command) {
    String[] words = command.parameters().toUtf8().split(" ", -1);
    if (command.command().equals("drop") && words.length == 1) {
      return Result.ok(text(totals.remove(words[0])));
    }
    if (!command.command().equals("add") || words.length != 2) {
      return Result.rejected(Bytes.utf8("add NAME NUMBER, or drop NAME"));
    }
    return add(words[0], words[1]);
  }

  Result add(String name, String number) {
    try {
      return Result.ok(text(totals.merge(name, Long.parseLong(number), Long::sum)));
    } catch (NumberFormatException e) {
      return Result.rejected(Bytes.utf8("not a number"));
    }
  }

  private static Bytes text(Long total) {
    return Bytes.utf8(String.valueOf(total));
  }

  @Override
  public Result query(Bytes query) {
    String[] words = query.toUtf8().split(" ", -1);
    if (words[0].equals("all")) {
      return Result.ok(Bytes.utf8(totals.toString()));
    }
    return words[0].equals("total") && words.length == 2
        ? Result.ok(text(totals.get(words[1])))
        : Result.rejected(Bytes.utf8("all, or total NAME"));
  }

  @Override
  public Optional<JournalRecord> find(String uid) {
    return journal.stream()
        .filter(it -> it.command().uid().equals(uid))
        .reduce((first, second) -> second);
  }

  @Override
  public StateSnapshot snapshot() {
    return new Held(form(totals), lastIndex);
  }

  @Override
  public void restoreFrom(InputStream source, long index) throws IOException {
    Map<String, Long> read = parse(source.readAllBytes());
    totals.clear();
    totals.putAll(read);
    journal.clear();
    lastIndex = index;
    kept = index;
    save();
  }

  @Override
  public void terminate() {
    isOpen = false;
  }

  boolean isOpen() {
    return isOpen;
  }

  /** A snapshot that is its bytes. */
  class Held implements StateSnapshot {
    private final byte[] form;
    private final long index;

    Held(byte[] form, long index) {
      this.form = form;
      this.index = index;
    }

    @Override
    public void writeTo(OutputStream target) throws IOException {
      for (int from = 0; from < form.length; from += 16) {
        target.write(form, from, Math.min(16, form.length - from));
      }
    }

    @Override
    public void kept() {
      kept = index;
    }

    @Override
    public void close() throws IOException {}
  }

  /** Totals with a checksum. */
  static byte[] form(Map<String, Long> totals) {
    return checked(
        out -> {
          out.writeInt(totals.size());
          for (Map.Entry<String, Long> each : totals.entrySet()) {
            out.writeUTF(each.getKey());
            out.writeLong(each.getValue());
          }
        });
  }

  static Map<String, Long> parse(byte[] form) throws IOException {
    DataInputStream in = opened(form);
    Map<String, Long> read = new TreeMap<>();
    for (int left = in.readInt(); left > 0; left--) {
      read.put(in.readUTF(), in.readLong());
    }
    return read;
  }

  void save() {
    try {
      Path next = directory.resolve("state.new");
      Files.write(next, image());
      Files.move(next, directory.resolve("state"), StandardCopyOption.REPLACE_EXISTING);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  byte[] image() {
    return checked(
        out -> {
          out.writeLong(lastIndex);
          byte[] form = form(totals);
          out.writeInt(form.length);
          out.write(form);
          out.writeInt(journal.size());
          for (JournalRecord each : journal) {
            out.writeLong(each.position().index());
            out.writeLong(each.position().term());
            out.writeUTF(each.command().uid());
            out.writeUTF(each.command().command());
            write(out, each.command().parameters());
            out.writeBoolean(each.result().success());
            write(out, each.result().value());
          }
        });
  }

  void load(byte[] image) throws IOException {
    DataInputStream in = opened(image);
    lastIndex = in.readLong();
    totals.putAll(parse(in.readNBytes(in.readInt())));
    for (int left = in.readInt(); left > 0; left--) {
      LogPosition position = new LogPosition(in.readLong(), in.readLong());
      Command command = new Command(in.readUTF(), in.readUTF(), read(in));
      journal.add(new JournalRecord(position, command, new Result(in.readBoolean(), read(in))));
    }
  }

  private static void write(DataOutputStream out, Bytes bytes) throws IOException {
    out.writeInt(bytes.size());
    out.write(bytes.toArray());
  }

  private static Bytes read(DataInputStream in) throws IOException {
    return Bytes.wrap(in.readNBytes(in.readInt()));
  }

  interface Writing {
    void to(DataOutputStream out) throws IOException;
  }

  static byte[] checked(Writing writing) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (DataOutputStream out = new DataOutputStream(bytes)) {
      writing.to(out);
      CRC32C checksum = new CRC32C();
      checksum.update(bytes.toByteArray());
      out.writeInt((int) checksum.getValue());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return bytes.toByteArray();
  }

  static DataInputStream opened(byte[] form) throws IOException {
    DataInputStream in = new DataInputStream(new ByteArrayInputStream(form));
    CRC32C checksum = new CRC32C();
    checksum.update(form, 0, Math.max(0, form.length - 4));
    in.skipNBytes(Math.max(0, form.length - 4));
    if (form.length < 4 || in.readInt() != (int) checksum.getValue()) {
      throw new IOException("these " + form.length + " bytes are damaged");
    }
    return new DataInputStream(new ByteArrayInputStream(form));
  }
}
