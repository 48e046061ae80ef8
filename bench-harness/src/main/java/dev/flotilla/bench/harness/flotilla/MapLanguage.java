package dev.flotilla.bench.harness.flotilla;

import dev.flotilla.Group;
import dev.flotilla.codec.CodecException;
import dev.flotilla.codec.CommandCodec;
import dev.flotilla.codec.RecordCodec;
import dev.flotilla.codec.ValueCodec;
import dev.flotilla.memory.MapAnswer;
import dev.flotilla.memory.MapCommand;
import dev.flotilla.memory.MapState;
import dev.flotilla.raft.model.Bytes;
import java.util.Optional;

/** The language of the map of texts, in memory alone or with a file. */
final class MapLanguage implements StoreLanguage {
  private static final CommandCodec<MapCommand> COMMANDS =
      RecordCodec.forCommands(MapCommand.class);
  private static final ValueCodec<MapAnswer> ANSWERS = RecordCodec.forValues(MapAnswer.class);

  // Questions are the same for every group.
  private static final Group<MapCommand, MapAnswer> GROUP = MapState.group("bench");

  @Override
  public Request put(String key, String value) {
    MapCommand put = new MapCommand.Put(key, value);
    return new Request(COMMANDS.nameOf(put), COMMANDS.parametersOf(put));
  }

  @Override
  public Optional<Bytes> get(String key) {
    return Optional.of(GROUP.question(new MapCommand.Get(key)));
  }

  @Override
  public boolean isHeld(Bytes answer) {
    try {
      return ANSWERS.decode(answer) instanceof MapAnswer.Held held && held.value().isPresent();
    } catch (CodecException e) {
      return false;
    }
  }
}
