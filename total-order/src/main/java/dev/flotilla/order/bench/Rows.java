package dev.flotilla.order.bench;

import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;

/** What a process has measured, as CSV with the columns kind, process, size, number and nanos. */
final class Rows {
  private static final int MAX_ROWS = 1_000;

  private final List<String> rows = new ArrayList<>();
  private final int process;

  Rows(int process) {
    this.process = process;
  }

  void add(String kind, int size, long number, long nanos) {
    rows.add("%s,%s,%s,%s,%s".formatted(kind, process, size, number, nanos));
  }

  /** Adds these times; of many, some at equal distances. */
  void some(String kind, int size, List<Long> nanos) {
    int step = nanos.size() / MAX_ROWS + 1;
    for (int i = 0; i < nanos.size(); i += step) {
      add(kind, size, i, nanos.get(i));
    }
  }

  void print(PrintStream out) {
    out.println("kind,process,size,number,nanos");
    rows.forEach(out::println);
    out.flush();
  }
}
