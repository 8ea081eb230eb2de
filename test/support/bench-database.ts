import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEmbeddedPostgres } from '#platform/embedded';

export interface BenchDatabase {
  url: string;
  /** The server's first process; its children do the work. */
  pid: number;
}

/** Runs `work` on an empty embedded database with its real settings (fsync on), and removes it afterwards. */
export async function withBenchDatabase(work: (database: BenchDatabase) => Promise<void>): Promise<void> {
  const home = await mkdtemp(join(tmpdir(), 'herald-bench-'));
  const server = await startEmbeddedPostgres({ home, temporary: true, log: () => undefined });
  try {
    await work(server);
  } finally {
    await server.stop();
    await rm(home, { recursive: true, force: true });
  }
}
