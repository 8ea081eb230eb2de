import { expect, it } from 'vitest';
import { lineFaults, runLines } from './line-run.js';

it('Over connections that break, fall silent and lose answers, nothing is lost and nothing unlisted comes twice', async () => {
  const log: string[] = [];
  const figures = await runLines({ seed: 1, maxMs: 6000, client: 'own', log: (line) => log.push(line) });
  expect(lineFaults(figures), `${log.join('\n')}\n${JSON.stringify(figures)}`).toEqual([]);
  expect(figures.accepted).toBe(figures.messages);
});
