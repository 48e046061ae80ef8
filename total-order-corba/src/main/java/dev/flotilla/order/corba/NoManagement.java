package dev.flotilla.order.corba;

import javax.management.ObjectName;
import org.glassfish.gmbal.ManagedObjectManager;
import org.glassfish.gmbal.ManagedObjectManagerFactory;
import org.glassfish.gmbal.ManagedObjectManagerService;

/**
 * Gives the ORB a manager of MBeans that does nothing.
 *
 * <p>The ORB does not start without one: its own dependency has the interface only. This class is
 * found as a service.
 */
public final class NoManagement implements ManagedObjectManagerService {
  @Override
  public ManagedObjectManager create(String domain) {
    return ManagedObjectManagerFactory.createNOOP();
  }

  @Override
  public ManagedObjectManager create(ObjectName root) {
    return ManagedObjectManagerFactory.createNOOP();
  }
}
