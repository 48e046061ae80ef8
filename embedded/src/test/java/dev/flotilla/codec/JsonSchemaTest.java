package dev.flotilla.codec;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonParser;
import dev.flotilla.CommandContext;
import dev.flotilla.FlotillaServer;
import dev.flotilla.Group;
import dev.flotilla.Query;
import dev.flotilla.ReplicatedState;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class JsonSchemaTest {
  sealed interface Order {
    record Set(double celsius, Optional<Room> room) implements Order {}

    record Look(Map<UUID, List<Integer>> of, boolean all) implements Order, Query {}
  }

  record Room(String name, Kind kind, List<Room> inner) {}

  enum Kind {
    HALL,
    CELLAR
  }

  private static final String COMMANDS =
      """
      {"$schema":"https://json-schema.org/draft/2020-12/schema",
       "oneOf":[
         {"type":"object","properties":{"Look":{"$ref":"#/$defs/JsonSchemaTest.Order.Look"}},
          "required":["Look"],"additionalProperties":false},
         {"type":"object","properties":{"Set":{"$ref":"#/$defs/JsonSchemaTest.Order.Set"}},
          "required":["Set"],"additionalProperties":false}],
       "$defs":{
         "JsonSchemaTest.Order.Look":{"type":"object",
          "properties":{
            "of":{"type":"object",
                  "propertyNames":{"type":"string","description":"a UUID"},
                  "additionalProperties":{"type":"array",
                    "items":{"type":"integer","description":"a whole number of 32 bits"}}},
            "all":{"type":"boolean"}},
          "required":["of","all"],"additionalProperties":false},
         "JsonSchemaTest.Order.Set":{"type":"object",
          "properties":{
            "celsius":{"type":"number","description":"a finite number"},
            "room":{"$ref":"#/$defs/JsonSchemaTest.Room"}},
          "required":["celsius"],"additionalProperties":false},
         "JsonSchemaTest.Room":{"type":"object",
          "properties":{
            "name":{"type":"string","description":"a text"},
            "kind":{"type":"string","description":"one of [HALL, CELLAR]"},
            "inner":{"type":"array","items":{"$ref":"#/$defs/JsonSchemaTest.Room"}}},
          "required":["name","kind","inner"],"additionalProperties":false}}}
      """;

  @Test
  void theSchemaDescribesEveryCommand() {
    String schema = RecordCodec.forCommands(Order.class).schema().orElseThrow();

    assertThat(JsonParser.parseString(schema)).isEqualTo(JsonParser.parseString(COMMANDS));
    assertThat(RecordCodec.forValues(Void.class).schema()).isEmpty();
  }

  @Test
  @Tag("slow")
  void aServerServesTheSchemasOfItsGroup(@TempDir Path directory) throws Exception {
    Group<Order, Room> group = Group.named("rooms", Order.class, Room.class);
    try (FlotillaServer server =
        group.server(new Rooms()).expect(1).directory(directory).withoutDiscovery().start()) {
      URI service = server.address().resolve("FlotillaClientService/");
      assertThat(get(service.resolve("commands.json")))
          .isEqualTo(RecordCodec.forCommands(Order.class).schema().orElseThrow());
      assertThat(get(service.resolve("results.json")))
          .isEqualTo(RecordCodec.forValues(Room.class).schema().orElseThrow());
    }
  }

  private static String get(URI address) throws Exception {
    return HttpClient.newHttpClient()
        .send(
            HttpRequest.newBuilder(address).timeout(Duration.ofMinutes(5)).build(),
            BodyHandlers.ofString())
        .body();
  }

  private static final class Rooms implements ReplicatedState<Order, Room> {
    @Override
    public Room apply(Order order, CommandContext context) {
      return answer(order);
    }

    @Override
    public Room answer(Order query) {
      return new Room("hall", Kind.HALL, List.of());
    }
  }
}
