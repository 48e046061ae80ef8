package dev.flotilla.bench.harness;

import dev.flotilla.bench.result.LostRun;
import dev.flotilla.bench.result.RunResult;
import me.tongfei.progressbar.ProgressBar;
import me.tongfei.progressbar.ProgressBarBuilder;
import me.tongfei.progressbar.ProgressBarStyle;

/** A bar on standard error with what is going on beside it: for terminals. */
final class BarProgress implements Progress {
  private static final int UPDATE_MILLIS = 250;

  private final ProgressBar bar;
  private String where = "";

  BarProgress(int runs) {
    bar =
        new ProgressBarBuilder()
            .setTaskName("bench")
            .setInitialMax(runs)
            .setUnit(" runs", 1)
            .setStyle(ProgressBarStyle.ASCII)
            .setUpdateIntervalMillis(UPDATE_MILLIS)
            .build();
  }

  @Override
  public void session(String cluster) {
    where = cluster + ": ";
    phase("starting");
  }

  @Override
  public void phase(String words) {
    bar.setExtraMessage(" " + where + words);
  }

  @Override
  public void finished(RunResult result) {
    bar.step();
  }

  @Override
  public void lost(LostRun run) {
    phase(run.toString());
  }

  @Override
  public void close() {
    bar.close();
  }
}
