package dev.flotilla.kit.transport;

import dev.flotilla.node.transport.Transport;
import dev.flotilla.node.transport.TransportContext;
import dev.flotilla.node.transport.TransportEndpoint;
import dev.flotilla.node.transport.TransportPeer;
import java.io.IOException;
import java.net.InetAddress;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;

/** Transports with one fault each, made of the datagram transport. */
final class FaultyTransports {
  private FaultyTransports() {}

  /** What is done to the endpoint of a sound transport. */
  interface Fault {
    TransportEndpoint on(TransportEndpoint sound);
  }

  /** What is done to the context of a sound transport. */
  interface Hearing {
    TransportContext on(TransportContext sound);
  }

  static Transport with(Hearing hearing, Fault fault) {
    return new Transport() {
      @Override
      public String name() {
        return "faulty";
      }

      @Override
      public TransportEndpoint open(TransportContext context) throws IOException {
        return fault.on(new DatagramTransport().open(hearing.on(context)));
      }
    };
  }

  static Transport with(Fault fault) {
    return with(context -> context, fault);
  }

  /** Passes everything on. */
  static class Endpoint implements TransportEndpoint {
    final TransportEndpoint sound;

    Endpoint(TransportEndpoint sound) {
      this.sound = sound;
    }

    @Override
    public String address() {
      return sound.address();
    }

    @Override
    public int maxFrameBytes() {
      return sound.maxFrameBytes();
    }

    @Override
    public boolean send(TransportPeer to, byte[] frame) {
      return sound.send(to, frame);
    }

    @Override
    public void disconnect(TransportPeer peer) {
      sound.disconnect(peer);
    }

    @Override
    public void close() {
      sound.close();
    }
  }

  /** Passes everything on. */
  static class Context implements TransportContext {
    final TransportContext sound;

    Context(TransportContext sound) {
      this.sound = sound;
    }

    @Override
    public InetAddress listenAt() {
      return sound.listenAt();
    }

    @Override
    public int maxFrameBytes() {
      return sound.maxFrameBytes();
    }

    @Override
    public boolean received(byte[] frame, @Nullable X509Certificate sender) {
      return sound.received(frame, sender);
    }
  }

  static Transport cuttingLongFrames() {
    return with(
        sound ->
            new Endpoint(sound) {
              @Override
              public boolean send(TransportPeer to, byte[] frame) {
                return super.send(to, frame.length > 20_000 ? Arrays.copyOf(frame, 20_000) : frame);
              }
            });
  }

  static Transport repeating() {
    return with(
        context ->
            new Context(context) {
              @Override
              public boolean received(byte[] frame, @Nullable X509Certificate sender) {
                return super.received(frame, sender) && super.received(frame.clone(), sender);
              }
            },
        sound -> sound);
  }

  /** Holds each tenth frame back until the next one has gone. */
  static Transport reordering() {
    return with(
        sound ->
            new Endpoint(sound) {
              private byte @Nullable [] held;
              private int count;

              @Override
              public synchronized boolean send(TransportPeer to, byte[] frame) {
                byte[] late = held;
                held = null;
                if (++count % 10 == 0) {
                  held = frame;
                  return true;
                }
                boolean isSent = super.send(to, frame);
                return late == null ? isSent : super.send(to, late);
              }
            });
  }

  static Transport losing() {
    return with(
        sound ->
            new Endpoint(sound) {
              private int count;

              @Override
              public synchronized boolean send(TransportPeer to, byte[] frame) {
                return ++count % 10 == 0 || super.send(to, frame);
              }
            });
  }

  /** Waits for an addressee of which it has not heard yet. */
  static Transport blocking() {
    Set<String> known = ConcurrentHashMap.newKeySet();
    return with(
        sound -> {
          known.add(sound.address());
          return new Endpoint(sound) {
            @Override
            public boolean send(TransportPeer to, byte[] frame) {
              if (!known.contains(to.address())) {
                try {
                  new CountDownLatch(1).await();
                } catch (InterruptedException e) {
                  Thread.currentThread().interrupt();
                }
              }
              return super.send(to, frame);
            }
          };
        });
  }

  static Transport hoarding() {
    List<byte[]> kept = new ArrayList<>();
    return with(
        sound ->
            new Endpoint(sound) {
              @Override
              public boolean send(TransportPeer to, byte[] frame) {
                synchronized (kept) {
                  kept.add(frame);
                }
                return super.send(to, frame);
              }
            });
  }

  /** Speaks with the first server that it has met, and no other. */
  static Transport faithful() {
    return with(
        sound ->
            new Endpoint(sound) {
              private @Nullable TransportPeer first;

              @Override
              public synchronized boolean send(TransportPeer to, byte[] frame) {
                first = first == null ? to : first;
                return first.equals(to) && super.send(to, frame);
              }
            });
  }

  /** Hears nothing any more once something has come that is no frame. */
  static Transport offended() {
    return with(
        context ->
            new Context(context) {
              private volatile boolean isOffended;

              @Override
              public boolean received(byte[] frame, @Nullable X509Certificate sender) {
                isOffended |= !isOffended && !super.received(frame, sender);
                return !isOffended;
              }
            },
        sound -> sound);
  }

  static Transport staying() {
    return with(
        sound ->
            new Endpoint(sound) {
              @Override
              public void close() {}
            });
  }
}
