import { describe, expect, it } from 'vitest';
import { drawVisits, readKinds, SEED, type RecordedVisit } from '../../../../test/support/corpora/fetch-corpus.js';
import { NetworkFinder } from './address-ranges.js';
import { DEFAULT_RANGES } from './default-ranges.js';
import { readSigns } from './fetch-signs.js';
import { judgeFetch, MACHINE_RULES, type MessageFetch, type Verdict } from './machine-rules.js';

const finder = NetworkFinder.of(DEFAULT_RANGES);

function judgeVisit({ fetches }: RecordedVisit): Verdict[] {
  const signs = fetches.map(({ link, at, address, headers }): MessageFetch => ({
    link,
    at,
    ...readSigns((name) => headers.find(([key]) => key === name)?.[1], address, finder),
  }));
  return signs.map((fetch) => judgeFetch(fetch, signs, 0));
}

const judged = drawVisits().map((visit) => ({ kind: visit.kind, verdicts: judgeVisit(visit) }));

interface Share {
  fetches: number;
  right: number;
}

/** Fetches that count where they belong: of machines those judged as such, of people all others. */
function shareOf(kinds: ReadonlySet<string>): Share {
  const rights = judged
    .filter(({ kind }) => kinds.has(kind.name))
    .flatMap(({ kind, verdicts }) => verdicts.map(({ by }) => (by === 'machine') === (kind.by === 'machine')));
  return { fetches: rights.length, right: rights.filter(Boolean).length };
}

describe('Rules about machines', () => {
  const kinds = readKinds();
  const sets = (by: string, isSetAside: boolean) =>
    new Set(
      kinds.filter((entry) => entry.kind.by === by && entry.isSetAside === isSetAside).map(({ kind }) => kind.name),
    );
  const rate = ({ fetches, right }: Share) => right / fetches;

  it('Machines of the corpus are recognized, and people stay, also among the kinds that were set aside', () => {
    const lines = kinds.map(({ kind, isSetAside }) => {
      const { fetches, right } = shareOf(new Set([kind.name]));
      return `${kind.by.padEnd(8)}${kind.name.padEnd(28)}${String(right).padStart(5)} of ${String(fetches).padStart(4)}${isSetAside ? '  set aside' : ''}`;
    });
    const shares = {
      machines: shareOf(sets('machine', false)),
      machinesAside: shareOf(sets('machine', true)),
      people: shareOf(sets('person', false)),
      peopleAside: shareOf(sets('person', true)),
    };
    // The evidence that the page quotes.
    process.stdout.write(
      `${[
        `seed ${SEED}`,
        ...lines,
        ...Object.entries(shares).map(([name, { right, fetches }]) => `${name}: ${right} of ${fetches}`),
      ].join('\n')}\n`,
    );
    expect(rate(shares.machines)).toBeGreaterThanOrEqual(0.99);
    expect(rate(shares.machinesAside)).toBeGreaterThanOrEqual(0.9);
    expect(rate(shares.people)).toBeGreaterThanOrEqual(0.995);
    expect(rate(shares.peopleAside)).toBeGreaterThanOrEqual(0.995);
  });

  it('Each rule decides about a fetch of the corpus, and names the page that documents it', () => {
    const used = new Set(judged.flatMap(({ verdicts }) => verdicts.map(({ rule }) => rule)));
    expect(MACHINE_RULES.filter(({ name }) => !used.has(name)).map(({ name }) => name)).toEqual([]);
    expect(MACHINE_RULES.filter(({ source, by }) => !source && by !== 'unknown')).toEqual([]);
  });
});
