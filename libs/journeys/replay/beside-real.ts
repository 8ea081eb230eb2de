import type { ReplayOutcome } from './replay.types.js';

/** A replayed figure beside the real one. @property really  null: it is not known */
export interface BesideReal {
  replayed: number;
  really: number | null;
}

/** A day of UTC. */
export interface DayBesideReal {
  day: string;
  entered: BesideReal;
  messages: (BesideReal & { platform: string })[];
}

/** Puts the days of a replay beside those that really were, the first one first. */
export function compareDays({
  entries,
  messages,
  real,
}: Pick<ReplayOutcome, 'entries' | 'messages' | 'real'>): DayBesideReal[] {
  const days = namesOf(entries, messages, real?.entries, real?.messages);
  return days.map((day) => ({
    day,
    entered: { replayed: entries[day] ?? 0, really: real ? (real.entries[day] ?? 0) : null },
    messages: namesOf(messages[day], real?.messages[day]).map((platform) => ({
      platform,
      replayed: valueOf(messages[day], platform),
      really: real ? valueOf(real.messages[day], platform) : null,
    })),
  }));
}

function namesOf(...records: readonly (object | undefined)[]): string[] {
  return [...new Set(records.flatMap((record) => Object.keys(record ?? {})))].toSorted();
}

function valueOf(counts: Readonly<Record<string, number>> | undefined, name: string): number {
  return counts?.[name] ?? 0;
}
