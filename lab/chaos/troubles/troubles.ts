import { makeVictim, type Victim } from '../victims.js';
import type { People } from './people.js';

/** Troubles of a campaign besides deaths, each with its need in words of `--with`. */
export const TROUBLES = {
  'read-only': 'the database takes no writes for up to 8 s, and all connections break',
  locks: 'the results are locked for up to 8 s, as by the build of an index',
  cuts: 'every connection to the database breaks',
  disk: 'the file system of the logs is full for up to 8 s (root only)',
  clock: 'the wall clock of a process is off by up to 8 s (libfaketime)',
  hands: 'a device goes to another user',
  tokens: 'a device gets another token, or one of another device',
  merges: 'an anonymous user turns out to be a known one',
  erasures: 'users are erased',
  renames: 'an attribute that the message names changes',
  pause: 'the campaign is paused, and resumed',
  speed: 'the campaign is slowed down to packages, and released again',
  stop: 'the campaign is stopped',
  undo: 'dead tokens of the campaign before are taken back; providers answer that some tokens are dead',
  repeats: 'fifty clients send to one user each, and repeat their request until they see its answer',
  approvals: 'campaigns wait for an approval, and five people approve each at the same time',
} as const;
export type TroubleKind = keyof typeof TROUBLES;
export type Trouble = Victim<TroubleKind>;

/** The present state of a campaign. */
export interface Campaign {
  key: number | undefined;
  /** The one before it. */
  priorKey: number | undefined;
  /** The last one whose dead tokens were taken back. */
  undoneKey: number | undefined;
}

/** How often each is drawn. A stop ends its campaign, so it is rare. */
export const TROUBLE_SHARES: Readonly<Record<TroubleKind, number>> = {
  'read-only': 1,
  locks: 1,
  cuts: 1,
  disk: 1,
  clock: 1,
  hands: 4,
  tokens: 3,
  merges: 3,
  erasures: 1,
  renames: 3,
  pause: 2,
  speed: 1,
  stop: 0.15,
  undo: 1,
  repeats: 2,
  // Every campaign has it.
  approvals: 0,
};

/** @throws Error that names a trouble that is not known */
export function readTroubles(text: string | undefined): Set<TroubleKind> {
  const all = Object.keys(TROUBLES) as TroubleKind[];
  if (text === 'all') {
    return new Set(all);
  }
  const names = (text ?? '').split(',').filter((name) => name !== '');
  const unknown = names.find((name) => !all.some((kind) => kind === name));
  if (unknown !== undefined) {
    throw new Error(`${unknown} is not known; choose from: all, ${all.join(', ')}`);
  }
  return new Set(all.filter((kind) => names.includes(kind)));
}

/** @param log  receives what each of them did */
export function peopleTroubles(people: People, log: (line: string) => void): Trouble[] {
  const trouble = (kind: TroubleKind, work: (luck: number) => Promise<string>): Trouble =>
    makeVictim(
      kind,
      async () => undefined,
      async (luck) => log(`  ${kind}: ${await work(luck)}`),
    );
  return [
    trouble('hands', (luck) => people.changeHands(luck)),
    trouble('tokens', (luck) => (luck < 0.5 ? people.renewToken(luck * 2) : people.moveToken(luck * 2 - 1))),
    trouble('merges', (luck) => people.merge(luck)),
    trouble('erasures', (luck) => people.erase(luck)),
    trouble('renames', (luck) => people.rename(luck)),
  ];
}
