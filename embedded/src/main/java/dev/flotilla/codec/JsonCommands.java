package dev.flotilla.codec;

import dev.flotilla.raft.model.Bytes;
import java.util.Optional;

/** {@link RecordCodec#forCommands}. */
final class JsonCommands<C> implements CommandCodec<C> {
  private final CasesShape cases;

  JsonCommands(CasesShape cases) {
    this.cases = cases;
  }

  @Override
  public String nameOf(C command) {
    return cases.nameOf(command);
  }

  @Override
  public Optional<String> schema() {
    return Optional.of(JsonSchema.of(cases));
  }

  @Override
  public Bytes parametersOf(C command) {
    return JsonOutput.write(cases.shapeOf(command), command);
  }

  @Override
  @SuppressWarnings("unchecked") // The cases are those of C.
  public C decode(String name, Bytes parameters) throws CodecException {
    return (C) JsonInput.read(cases.named(name), parameters);
  }
}
