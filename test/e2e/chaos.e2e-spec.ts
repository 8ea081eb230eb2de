import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Lab, openLab } from '../chaos/lab.js';
import { EVERYBODY, faultsOf, killRounds } from '../chaos/rounds.js';
import { backends } from './backends.js';

describe.each(backends())('a campaign while everything dies, queue on $name', ({ name }) => {
  let lab: Lab;

  beforeAll(async () => {
    lab = await openLab({ queue: name, workers: 1, recipients: 3000 });
  });

  afterAll(() => lab.stop());

  it('loses nobody and repeats nobody unlisted', async () => {
    const deaths: string[] = [];
    const plan = { seed: 42, kills: 10, victims: EVERYBODY, log: (line: string) => deaths.push(line) };
    const figures = await killRounds(lab, plan);
    expect(faultsOf(figures), deaths.join('\n')).toEqual([]);
    expect(figures).toMatchObject({ planned: 3000, dispatches: 1 });
  });
});
