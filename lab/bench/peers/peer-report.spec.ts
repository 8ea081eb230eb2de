import { describe, expect, it } from 'vitest';
import type { PeerName } from './peer.js';
import { toFigures, toTable } from './peer-report.js';
import type { RoundFigures } from './peer-round.js';

function roundOf(peer: PeerName, seconds: number, postgres: number, lost: number, accepted = 5000): RoundFigures {
  const nothing = { lost: 0, twice: 0, seenTwice: 0, strangers: 0 };
  return {
    peer,
    installations: 5000,
    seconds,
    accepted,
    cpu: { processes: 40, redis: 2, postgres },
    cpuOf: { worker: 30, gateway: 10, redis: 2 },
    memoryMb: 300,
    quiet: { ...nothing, hasEnded: true, toldSent: 5000 },
    killed: {
      ...nothing,
      lost,
      twice: 7,
      seenTwice: 3,
      hasEnded: lost === 0,
      toldSent: 5000 - lost,
      acceptedAtKill: 2600,
    },
  };
}

const ROUNDS = [roundOf('herald', 1, 20, 0), roundOf('parse', 5, 300, 2400, 4000), roundOf('herald', 2, 24, 0)];

describe('toTable', () => {
  it('toTable has a line for each system, with medians and the losses of each round', () => {
    const [, , herald, parse, ...others] = toTable(ROUNDS).split('\n');
    expect(herald).toBe(
      '| 5,000 | Herald | 5000; 5000 | 40 | 2 | 22 | 64 | 3,750 | 300 | 0, 0; 0, 0 | 2600; 2600 | 0; 0 | 7; 7 | 3; 3 | yes, 5000; yes, 5000 |',
    );
    expect(parse).toBe(
      '| 5,000 | Parse Server | 4000 | 40 | 2 | 300 | 342 | 800 | 300 | 0, 0 | 2600 | 2400 | 7 | 3 | no, 2600 |',
    );
    expect(others).toEqual([]);
  });
});

describe('toFigures', () => {
  it('toFigures names system, size and figure, and adds up the losses of all rounds', () => {
    expect(toFigures(ROUNDS)).toMatchObject({
      herald_5000_postgres_cpu_ms_per_1000: 22,
      herald_5000_whole_cpu_ms_per_1000: 64,
      herald_5000_killed_lost: 0,
      herald_5000_killed_twice: 14,
      herald_5000_killed_seen_twice: 6,
      herald_5000_killed_unended: 0,
      parse_5000_measured_lost: 1000,
      parse_5000_rate_per_s: 800,
      parse_5000_killed_lost: 2400,
      parse_5000_killed_unended: 1,
    });
  });
});
