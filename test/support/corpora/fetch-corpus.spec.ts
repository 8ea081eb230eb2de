import { describe, expect, it } from 'vitest';
import { drawVisits, readKinds } from './fetch-corpus.js';

describe('Corpus of fetches', () => {
  it('The corpus has at least 5,000 fetches of at least 25 kinds, each with its page and one in five set aside', () => {
    const [kinds, visits] = [readKinds(), drawVisits()];
    const count = (by: string) => kinds.filter(({ kind }) => kind.by === by).length;
    expect(visits.flatMap(({ fetches }) => fetches).length).toBeGreaterThanOrEqual(5000);
    expect(count('machine')).toBeGreaterThanOrEqual(25);
    expect(count('person')).toBeGreaterThanOrEqual(15);
    expect(kinds.filter(({ kind }) => !kind.source.startsWith('https://') || kind.summary === '')).toEqual([]);
    expect(new Set(kinds.map(({ kind }) => kind.name)).size).toBe(kinds.length);
    expect(kinds.filter(({ isSetAside }) => isSetAside).length / kinds.length).toBeCloseTo(0.2, 1);
  });

  it('The corpus is the same at every drawing', () => {
    expect(JSON.stringify(drawVisits())).toBe(JSON.stringify(drawVisits()));
  });

  it('No single property of a fetch decides: each of address, agent, headers and time is shared by both', () => {
    const visits = drawVisits();
    const valuesOf = (by: string, read: (visit: (typeof visits)[number]) => readonly string[]) =>
      new Set(visits.filter(({ kind }) => kind.by === by).flatMap(read));
    const properties: ((visit: (typeof visits)[number]) => readonly string[])[] = [
      ({ kind }) => kind.networks,
      ({ kind }) => kind.agents,
      ({ kind }) => kind.headers,
      ({ fetches }) => [String(Math.round(Math.log2((fetches[0]?.at ?? 0) / 1000)))],
    ];
    for (const property of properties) {
      const byPeople = valuesOf('person', property);
      expect([...valuesOf('machine', property)].some((value) => byPeople.has(value))).toBe(true);
    }
  });
});
