import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const FOLDER = join(import.meta.dirname, '../../data/corpora');

/**
 * The lines of every corpus of a kind: `addresses.jsonl`, `addresses.independent.jsonl`. Several people wrote them, so that
 * no list knows only what its author thought of.
 */
export function readCorpus<Line>(kind: string): Line[] {
  const paths = globSync(`${kind}*.jsonl`, { cwd: FOLDER }).toSorted();
  return paths.flatMap((path) =>
    readFileSync(join(FOLDER, path), 'utf8')
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as Line),
  );
}
