import { seeded } from '../rooms/seeded-random.js';
import { readCorpus } from './corpus.js';
import type { FetchKind } from './fetch-kind.js';
import { HEADER_PROFILES } from './header-profiles.js';

/** The seed of the corpus and of the kinds that are set aside. */
export const SEED = 20_261_129;
const KINDS = readCorpus<FetchKind>('fetches');
/** Visits drawn of each kind. */
const VISITS = 80;

/** A fetch of a visit. `link`: null is the pixel, else the place of the link. `at`: ms since the provider took the message. */
export interface RecordedFetch {
  link: number | null;
  at: number;
  address: string;
  /** Lower-case names in the order of the request; without a name of the agent where it has none. */
  headers: readonly (readonly [string, string])[];
}

/** Fetches of one message by one program; `links`: links that the message has. */
export interface RecordedVisit {
  kind: FetchKind;
  links: number;
  fetches: readonly RecordedFetch[];
}

/** Tests if a kind is set aside: one in five of the machines, and of the people's programs. */
export function readKinds(): { kind: FetchKind; isSetAside: boolean }[] {
  const random = seeded(SEED);
  return (['machine', 'person'] as const).flatMap((by) => {
    const kinds = KINDS.filter((kind) => kind.by === by);
    const drawn = kinds.map((kind) => ({ kind, place: random() })).toSorted((a, b) => a.place - b.place);
    const aside = new Set(drawn.slice(0, Math.ceil(kinds.length / 5)).map(({ kind }) => kind));
    return kinds.map((kind) => ({ kind, isSetAside: aside.has(kind) }));
  });
}

/** Draws the visits of every kind: the same ones on every machine. */
export function drawVisits(): RecordedVisit[] {
  return KINDS.flatMap((kind, place) => {
    const random = seeded(SEED + place + 1);
    return Array.from({ length: VISITS }, () => drawVisit(kind, random));
  });
}

function drawVisit(kind: FetchKind, random: () => number): RecordedVisit {
  const pick = <T>(values: readonly T[]): T => {
    const value = values[Math.floor(random() * values.length)];
    if (value === undefined) {
      throw new Error(`${kind.name} has an empty list`);
    }
    return value;
  };
  const between = ([from, to]: readonly [number, number]): number => from * (to / Math.max(from, 0.001)) ** random();
  const links = 2 + Math.floor(random() * 6);
  const plan = pick(kind.plans);
  const [address, agent, profile] = [drawAddress(pick(kind.networks), random), pick(kind.agents), pick(kind.headers)];
  const headers = (HEADER_PROFILES[profile] ?? [])
    .map(([name, value]) => [name, name === 'user-agent' ? fillDigits(agent, random) : value] as const)
    .filter(([name, value]) => name !== 'user-agent' || value !== '');
  const any = Math.floor(random() * links);
  const all = Array.from({ length: links }, (_, link) => link);
  const targets: Record<typeof plan, (number | null)[]> = {
    pixel: [null],
    read: [null, any],
    click: [any],
    preview: [any],
    every: all,
    both: [null, ...all],
  };
  let at = between(kind.after) * 1000;
  const fetches = targets[plan].map((link, place) => {
    at += place === 0 ? 0 : kind.gap[0] + (kind.gap[1] - kind.gap[0]) * random();
    return { link, at: Math.round(at), address, headers };
  });
  return { kind, links, fetches };
}

function fillDigits(agent: string, random: () => number): string {
  return agent.replaceAll('#', () => String(Math.floor(random() * 10)));
}

/** An address of a network; of IPv6 the last four groups are drawn. */
function drawAddress(network: string, random: () => number): string {
  const [base = '', bits = ''] = network.split('/');
  if (base.includes(':')) {
    const group = () => Math.floor(random() * 0x10000).toString(16);
    return `${base.replace(/::$/, '')}::${group()}:${group()}:${group()}`;
  }
  const [a = 0, b = 0, c = 0, d = 0] = base.split('.').map(Number);
  const start = ((a * 256 + b) * 256 + c) * 256 + d;
  const drawn = start + Math.floor(random() * 2 ** (32 - Number(bits)));
  return [24, 16, 8, 0].map((shift) => Math.floor(drawn / 2 ** shift) % 256).join('.');
}
