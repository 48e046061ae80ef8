package dev.flotilla.recipes.state;

import dev.flotilla.CommandContext;
import dev.flotilla.Group;
import dev.flotilla.Rejected;
import dev.flotilla.RestorableState;
import dev.flotilla.StateImage;
import dev.flotilla.raft.model.Bytes;
import dev.flotilla.recipes.state.RecipeCommand.Acquire;
import dev.flotilla.recipes.state.RecipeResult.Claimed;
import dev.flotilla.recipes.state.RecipeResult.Count;
import dev.flotilla.recipes.state.RecipeResult.State;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The replicated state of all recipes.
 *
 * <p><b>Time</b> is the log time of the command at hand, and nothing else: before each command all
 * owners go whose leases have ended by then, with all that they hold or wait for. The end of a
 * session ends no owner: a client counts on its lease alone.
 *
 * <p><b>Order.</b> Ids of owners, places in a queue and fencing tokens are numbers of one sequence,
 * which rises with each and is never below the index of the command.
 *
 * <p><b>Bounds.</b> Those of the constants here. A command that would go beyond changes nothing and
 * answers {@link RecipeResult.Full}; one that is malformed is rejected.
 *
 * <p><b>Durability.</b> That of any {@link RestorableState}: in memory, rebuilt from the newest
 * image and the log.
 */
public final class RecipesState implements RestorableState<RecipeCommand, RecipeAnswer> {
  /** The longest name. */
  public static final int MAX_NAME_CHARS = 256;

  /** The most bytes that a holder shows of itself. */
  public static final int MAX_DATA_BYTES = 4 << 10;

  /** The largest item of a queue. */
  public static final int MAX_ITEM_BYTES = 64 << 10;

  /** The most items of all queues. */
  public static final int MAX_ITEMS = 100_000;

  /** The most bytes of all items. */
  public static final int MAX_ITEMS_BYTES = 16 << 20;

  /** The most owners. */
  public static final int MAX_OWNERS = 20_000;

  /** The most claims, held and waiting. */
  public static final int MAX_CLAIMS = 100_000;

  /** The most bytes of names and data of all claims. */
  public static final int MAX_CLAIMS_BYTES = 16 << 20;

  /** The most counters, and the most latches. */
  public static final int MAX_NUMBERS = 100_000;

  /** The shortest lease of an owner. */
  public static final long MIN_TTL_MILLIS = 100;

  /** The longest lease of an owner. */
  public static final long MAX_TTL_MILLIS = 3_600_000;

  /** The most holders in one answer. */
  public static final int MAX_SHOWN_HOLDERS = 100;

  /** The highest number that tokens can be raised above: JSON readers know no greater ones. */
  public static final long MAX_RAISED_TOKEN = 1L << 52;

  private static final Claimed NONE = new Claimed(State.NONE, 0, Optional.empty());

  private final Owners owners = new Owners();
  private final Places places = new Places(this::nextNumber);
  private final TreeMap<String, Long> counters = new TreeMap<>();
  private final TreeMap<String, Long> latches = new TreeMap<>();
  private long lastNumber;
  private long index;

  /** Without owners. */
  public RecipesState() {}

  /** What servers and clients of a group of recipes have in common. */
  public static Group<RecipeCommand, RecipeAnswer> group(String name) {
    return Group.named(name, RecipeCommand.class, RecipeAnswer.class);
  }

  @Override
  public RecipeAnswer apply(RecipeCommand command, CommandContext context) throws Rejected {
    CommandCheck.require(command);
    index = context.index();
    removeOver(context.timeMillis());
    return places.answer(execute(command, context));
  }

  private RecipeResult execute(RecipeCommand command, CommandContext context) {
    if (command instanceof RecipeCommand.Open it) {
      return open(it.ttlMillis(), context);
    } else if (command instanceof RecipeCommand.Keep it) {
      return renewed(it.owner(), context) ? new RecipeResult.Ok() : new RecipeResult.Gone();
    } else if (command instanceof RecipeCommand.Close it) {
      return close(it.owner());
    } else if (command instanceof Acquire it) {
      return acquire(it);
    } else if (command instanceof RecipeCommand.Release it) {
      Optional<Claim> claim = places.find(it.id());
      claim.ifPresent(places::remove);
      return standing(claim);
    } else if (command instanceof RecipeCommand.Consume it) {
      Optional<Claim> claim = places.find(it.id()).filter(found -> found.kind() == Kind.QUEUE);
      claim.ifPresent(places::consume);
      return claim.isPresent() ? new RecipeResult.Ok() : new RecipeResult.Gone();
    } else if (command instanceof RecipeCommand.Offer it) {
      return offer(it.queue(), it.item());
    } else if (command instanceof RecipeCommand.Poll it) {
      return new RecipeResult.Item(places.poll(it.queue()));
    } else if (command instanceof RecipeCommand.RaiseTokens it) {
      lastNumber = Math.max(lastNumber, it.above());
      return new RecipeResult.Ok();
    }
    return count(command);
  }

  private RecipeResult count(RecipeCommand command) {
    if (command instanceof RecipeCommand.Add it) {
      long before = counters.getOrDefault(it.counter(), 0L);
      long sum = before + it.amount();
      boolean isBeyond = ((before ^ sum) & (it.amount() ^ sum)) < 0;
      return isBeyond ? new Count(before, false) : set(it.counter(), sum, sum);
    } else if (command instanceof RecipeCommand.Exchange it) {
      long before = counters.getOrDefault(it.counter(), 0L);
      return before == it.expected()
          ? set(it.counter(), it.next(), it.next())
          : new Count(before, false);
    } else if (command instanceof RecipeCommand.Assign it) {
      return set(it.counter(), it.next(), counters.getOrDefault(it.counter(), 0L));
    } else if (command instanceof RecipeCommand.CountDown it) {
      return countDown(it);
    }
    boolean wasThere = latches.remove(((RecipeCommand.Reset) command).latch()) != null;
    places.touch(Kind.LATCH, ((RecipeCommand.Reset) command).latch());
    return new Count(0, wasThere);
  }

  /** A counter that is 0 takes no room. */
  private RecipeResult set(String counter, long next, long told) {
    if (next == 0) {
      counters.remove(counter);
    } else if (counters.size() >= MAX_NUMBERS && !counters.containsKey(counter)) {
      return new RecipeResult.Full("there are at most " + MAX_NUMBERS + " counters");
    } else {
      counters.put(counter, next);
    }
    return new Count(told, true);
  }

  private RecipeResult countDown(RecipeCommand.CountDown command) {
    if (latches.size() >= MAX_NUMBERS && !latches.containsKey(command.latch())) {
      return new RecipeResult.Full("there are at most " + MAX_NUMBERS + " latches; reset some");
    }
    long before = latches.getOrDefault(command.latch(), command.from());
    long next = Math.max(0, before - 1);
    latches.put(command.latch(), next);
    if (next == 0 && before > 0) {
      places.touch(Kind.LATCH, command.latch());
    }
    return new Count(next, next < before);
  }

  private RecipeResult open(long ttlMillis, CommandContext context) {
    if (owners.size() >= MAX_OWNERS) {
      return new RecipeResult.Full("there are at most " + MAX_OWNERS + " owners; close some");
    }
    long id = nextNumber();
    owners.put(new Owner(id, ttlMillis, context.timeMillis() + ttlMillis));
    return new RecipeResult.Opened(id);
  }

  private boolean renewed(long id, CommandContext context) {
    Optional<Owner> owner = owners.find(id);
    owner.ifPresent(it -> owners.put(it.renewed(context.timeMillis())));
    return owner.isPresent();
  }

  private RecipeResult close(long owner) {
    boolean wasThere = owners.find(owner).isPresent();
    places.removeAllOf(owner);
    owners.remove(owner);
    return wasThere ? new RecipeResult.Ok() : new RecipeResult.Gone();
  }

  private RecipeResult acquire(Acquire command) {
    Optional<Claim> known = places.find(command.id());
    if (known.isPresent()) {
      return known.get().standing();
    }
    if (owners.find(command.id().owner()).isEmpty()) {
      return new RecipeResult.Gone();
    }
    Place place = places.at(command.kind(), command.name());
    if (place != null && place.capacity() != command.capacity()) {
      return new RecipeResult.Full(
          "%s %s has %s permits or parties now, not %s; use the same number everywhere"
              .formatted(
                  command.kind(),
                  command.name(),
                  Integer.toString(place.capacity()),
                  Integer.toString(command.capacity())));
    }
    boolean fits = place == null ? fitsAlone(command) : place.fits(command.permits());
    if (!fits && !command.waits()) {
      return NONE;
    }
    if (places.claims().size() >= MAX_CLAIMS
        || places.claimBytes() + Claim.bytes(command.name(), command.data()) > MAX_CLAIMS_BYTES) {
      return new RecipeResult.Full(
          "there are at most %s claims, with %s bytes of names and data; release some"
              .formatted(Integer.toString(MAX_CLAIMS), Integer.toString(MAX_CLAIMS_BYTES)));
    }
    return places
        .add(
            new Claim(
                command.id(),
                command.kind(),
                command.name(),
                command.permits(),
                nextNumber(),
                0,
                command.kind() == Kind.QUEUE ? Bytes.EMPTY : command.data()),
            command.capacity())
        .standing();
  }

  private static boolean fitsAlone(Acquire command) {
    return switch (command.kind()) {
      case QUEUE -> false;
      case BARRIER -> command.capacity() == 1;
      default -> true;
    };
  }

  private RecipeResult offer(String queue, Bytes item) {
    if (places.items() >= MAX_ITEMS || places.itemBytes() + item.size() > MAX_ITEMS_BYTES) {
      return new RecipeResult.Full(
          "all queues hold at most %s items and %s bytes; take some"
              .formatted(Integer.toString(MAX_ITEMS), Integer.toString(MAX_ITEMS_BYTES)));
    }
    places.offer(queue, item);
    return new RecipeResult.Ok();
  }

  private void removeOver(long timeMillis) {
    for (Optional<Owner> over = owners.firstOver(timeMillis);
        over.isPresent();
        over = owners.firstOver(timeMillis)) {
      close(over.get().id());
    }
  }

  private long nextNumber() {
    lastNumber = Math.max(lastNumber + 1, index);
    return lastNumber;
  }

  @Override
  public Optional<Set<String>> topics(RecipeCommand command, RecipeAnswer result) {
    return result.topics();
  }

  /** As of the last command: owners whose leases have ended since are still shown. */
  @Override
  public RecipeAnswer answer(RecipeCommand query) throws Rejected {
    CommandCheck.require(query);
    if (query instanceof RecipeCommand.Standing it) {
      return RecipeAnswer.of(standing(places.find(it.id())));
    } else if (query instanceof RecipeCommand.Look it) {
      return RecipeAnswer.of(look(places.at(it.kind(), it.name())));
    }
    RecipeCommand.Value value = (RecipeCommand.Value) query;
    TreeMap<String, Long> all = value.kind() == Kind.LATCH ? latches : counters;
    return RecipeAnswer.of(
        new Count(all.getOrDefault(value.name(), 0L), all.containsKey(value.name())));
  }

  private static Claimed standing(Optional<Claim> claim) {
    return claim.map(Claim::standing).orElse(NONE);
  }

  private static RecipeResult look(@Nullable Place place) {
    if (place == null) {
      return new RecipeResult.Holders(List.of(), 0, 0);
    }
    List<RecipeResult.Holder> shown = new ArrayList<>();
    for (Claim claim : place.holders()) {
      if (shown.size() < MAX_SHOWN_HOLDERS) {
        Bytes data = claim.kind() == Kind.QUEUE ? Bytes.EMPTY : claim.data();
        shown.add(new RecipeResult.Holder(claim.id(), claim.token(), claim.permits(), data));
      }
    }
    return new RecipeResult.Holders(shown, place.waiting(), place.items().size());
  }

  /** Copies lists of bounded length, whose elements do not change. */
  @Override
  public StateImage image() {
    List<StateFile.Item> items = new ArrayList<>();
    for (Place place : places.all()) {
      place.items().forEach((at, item) -> items.add(new StateFile.Item(place.name(), at, item)));
    }
    List<StateFile.PlacedClaim> claims = new ArrayList<>();
    for (Claim claim : places.claims()) {
      Place place = places.at(claim.kind(), claim.name());
      claims.add(new StateFile.PlacedClaim(claim, place == null ? 1 : place.capacity()));
    }
    StateFile file =
        new StateFile(
            lastNumber,
            owners.all(),
            claims,
            items,
            new TreeMap<>(counters),
            new TreeMap<>(latches));
    return file::writeTo;
  }

  @Override
  public void restore(InputStream source) throws IOException {
    StateFile file = StateFile.read(source);
    owners.clear();
    places.clear();
    counters.clear();
    latches.clear();
    lastNumber = file.lastNumber();
    file.owners().forEach(owners::put);
    file.claims().forEach(it -> places.restore(it.claim(), it.capacity()));
    file.items().forEach(it -> places.restore(it.queue(), it.place(), it.bytes()));
    counters.putAll(file.counters());
    latches.putAll(file.latches());
  }
}
