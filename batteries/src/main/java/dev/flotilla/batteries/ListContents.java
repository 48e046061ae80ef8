package dev.flotilla.batteries;

import java.util.List;

/**
 * A whole list, the result of every command: what is lost, doubled, invented or out of order shows
 * in the next result.
 */
record ListContents(List<Long> values) {
  ListContents {
    values = List.copyOf(values);
  }
}
