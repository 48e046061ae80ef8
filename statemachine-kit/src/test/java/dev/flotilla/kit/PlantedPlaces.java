package dev.flotilla.kit;

import dev.flotilla.node.statemachine.Result;
import dev.flotilla.node.statemachine.StateSnapshot;
import dev.flotilla.raft.model.Bytes;
import dev.flotilla.raft.model.Command;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Instant;
import java.time.ZoneId;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/** Machines that are sound as long as all members are in one country. */
final class PlantedPlaces {
  private PlantedPlaces() {}

  private static final List<Planted> ALL =
      List.of(
          of("answers in the digits of the country", "by another copy", Answering::new),
          of("rejects in the digits of the country", "by another copy", Rejecting::new),
          of("answers in the letters of the country", "by another copy", Lettered::new),
          of("keeps the hour of the country", "hour=", Timed::new),
          of("names files in the digits of the country", "initialize returned 0", Filed::new),
          of("writes snapshots in the digits of the country", "no total", Written::new));

  private static Planted of(String fault, String says, Supplier<? extends Tally> machine) {
    return new Planted(fault, ConformanceCase.SAME_ELSEWHERE, says, machine);
  }

  static List<Planted> all() {
    return ALL;
  }

  private static final class Answering extends Tally {
    @Override
    Result add(String name, String number) {
      Result sound = super.add(name, number);
      return sound.success()
          ? Result.ok(Bytes.utf8("%d".formatted(Long.parseLong(sound.value().toUtf8()))))
          : sound;
    }
  }

  private static final class Rejecting extends Tally {
    @Override
    Result add(String name, String number) {
      Result sound = super.add(name, number);
      return sound.success()
          ? sound
          : Result.rejected(Bytes.utf8("%d characters are no number".formatted(number.length())));
    }
  }

  private static final class Lettered extends Tally {
    @Override
    Result add(String name, String number) {
      super.add(name, number);
      return Result.ok(Bytes.utf8("IN".toLowerCase(Locale.getDefault())));
    }
  }

  private static final class Timed extends Tally {
    @Override
    Result execute(Command command) {
      totals.put("hour", (long) Instant.EPOCH.atZone(ZoneId.systemDefault()).getHour());
      return super.execute(command);
    }
  }

  private static final class Filed extends Tally {
    @Override
    public long initialize(Path home) throws IOException {
      if (Files.exists(home.resolve("state-1"))) {
        Files.copy(
            home.resolve("state-1"), home.resolve("state"), StandardCopyOption.REPLACE_EXISTING);
      }
      return super.initialize(home);
    }

    @Override
    void save() {
      super.save();
      try {
        Files.move(
            directory.resolve("state"),
            directory.resolve("state-%d".formatted(1)),
            StandardCopyOption.REPLACE_EXISTING);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }

  private static final class Written extends Tally {
    @Override
    public StateSnapshot snapshot() {
      String held =
          totals.entrySet().stream()
              .map(each -> "%s %d\n".formatted(each.getKey(), each.getValue()))
              .collect(Collectors.joining());
      return Planted.of(super.snapshot(), target -> target.write(Bytes.utf8(held).toArray()));
    }

    @Override
    public void restoreFrom(InputStream source, long index) throws IOException {
      Map<String, Long> read = new TreeMap<>();
      for (String line : Bytes.wrap(source.readAllBytes()).toUtf8().lines().toList()) {
        String[] words = line.split(" ", -1);
        if (!words[1].matches("-?[0-9]+")) {
          throw new IOException("no total: " + line);
        }
        read.put(words[0], Long.parseLong(words[1]));
      }
      super.restoreFrom(new ByteArrayInputStream(form(read)), index);
    }
  }
}
