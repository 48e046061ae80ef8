package dev.flotilla.order.rmi;

import java.rmi.Remote;
import java.rmi.RemoteException;

/** Assigns numbers to processes in the order in which they register. */
interface RemoteRegistration extends Remote {
  /** The name in the RMI registry. */
  String NAME = "flotilla-total-order";

  /**
   * Registers a process.
   *
   * @return its number
   */
  int register(RemoteProcess process) throws RemoteException;

  /** Returns all processes, by number; waits until the last one has registered. */
  RemoteProcess[] processes() throws RemoteException;
}
