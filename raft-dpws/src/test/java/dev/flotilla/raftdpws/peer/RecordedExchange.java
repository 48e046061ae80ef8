package dev.flotilla.raftdpws.peer;

import dev.flotilla.dpws.soap.Exchange;
import dev.flotilla.dpws.soap.SoapFault;
import dev.flotilla.dpws.soap.SoapHeader;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Keeps what was answered, in order. */
final class RecordedExchange<A> implements Exchange<A> {
  final List<A> answers = new ArrayList<>();
  final List<SoapFault> faults = new ArrayList<>();

  @Override
  public void answer(A response) {
    answers.add(response);
  }

  @Override
  public void fault(SoapFault fault) {
    faults.add(fault);
  }

  boolean isEnded() {
    return answers.size() + faults.size() > 0;
  }

  @Nullable String reason() {
    return faults.isEmpty() ? null : faults.get(0).reason();
  }

  @Override
  public SoapHeader header() {
    return SoapHeader.request("urn:action", "urn:uuid:1", "urn:to");
  }

  @Override
  public InetSocketAddress remoteAddress() {
    return InetSocketAddress.createUnresolved("remote", 1);
  }

  @Override
  public InetSocketAddress localAddress() {
    return InetSocketAddress.createUnresolved("local", 1);
  }
}
