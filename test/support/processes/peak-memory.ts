const SAMPLE_MS = 10;

/** Runs `work` and returns by how many bytes the memory of this process grew at most while it ran. */
export async function peakMemory<T>(work: () => Promise<T>): Promise<{ result: T; grown: number }> {
  globalThis.gc?.();
  const before = process.memoryUsage.rss();
  let peak = before;
  const sampling = setInterval(() => (peak = Math.max(peak, process.memoryUsage.rss())), SAMPLE_MS);
  try {
    return { result: await work(), grown: peak - before };
  } finally {
    clearInterval(sampling);
  }
}
