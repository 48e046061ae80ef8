package dev.flotilla.order.protocol;

/** What total order promises, as {@link dev.flotilla.order.TotalOrder} states it. */
enum Property {
  TO1_AGREEMENT,
  TO2_TERMINATION,
  TO3_ORDER,
  INTEGRITY
}
