package dev.flotilla.interop;

import io.etcd.jetcd.ByteSequence;
import io.etcd.jetcd.Client;
import io.etcd.jetcd.lease.LeaseKeepAliveResponse;
import io.etcd.jetcd.watch.WatchEvent;
import io.grpc.stub.StreamObserver;
import java.nio.charset.StandardCharsets;
import java.util.function.Consumer;

/** jetcd on etcd. */
final class JetcdRival implements Rival {
  private static final long LEASE_SECONDS = 10;

  private final Client client;
  private final long lease;

  JetcdRival(String servers) throws Exception {
    client = Client.builder().endpoints(servers.split(",")).build();
    lease = client.getLeaseClient().grant(LEASE_SECONDS).get().getID();
    client
        .getLeaseClient()
        .keepAlive(
            lease,
            new StreamObserver<>() {
              @Override
              public void onNext(LeaseKeepAliveResponse value) {}

              @Override
              public void onError(Throwable t) {}

              @Override
              public void onCompleted() {}
            });
  }

  private static ByteSequence bytes(String text) {
    return ByteSequence.from(text, StandardCharsets.UTF_8);
  }

  @Override
  public void lockAndUnlock() throws Exception {
    ByteSequence key = client.getLockClient().lock(bytes("lock"), lease).get().getKey();
    client.getLockClient().unlock(key).get();
  }

  @Override
  public void put(String key, String value) throws Exception {
    client.getKVClient().put(bytes(key), bytes(value)).get();
  }

  @Override
  public String get(String key) throws Exception {
    return client.getKVClient().get(bytes(key)).get().getKvs().get(0).getValue().toString();
  }

  @Override
  public void watch(String key, Consumer<String> told) {
    client
        .getWatchClient()
        .watch(
            bytes(key),
            response -> {
              for (WatchEvent event : response.getEvents()) {
                told.accept(event.getKeyValue().getValue().toString());
              }
            });
  }

  @Override
  public void close() {
    client.close();
  }
}
