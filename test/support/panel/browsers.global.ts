import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { BROWSER_LIST } from './panel-browser.js';

/** Ends the browsers that the workers of a run have started and left. */
export function setup(): () => void {
  const folder = mkdtempSync(join(tmpdir(), 'herald-browsers-'));
  const list = join(folder, 'pids');
  writeFileSync(list, '');
  process.env[BROWSER_LIST] = list;
  return () => {
    readFileSync(list, 'utf8').split('\n').filter(Boolean).map(Number).forEach(end);
    rmSync(folder, { recursive: true, force: true });
  };
}

function end(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It has ended by itself.
  }
}
