import { createHash } from 'node:crypto';

const UNITS: Readonly<Record<string, number>> = { s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 };

export type WrittenWhere = Record<string, { atLeast?: number; is?: string }>;
export interface WrittenEvent {
  event: string;
  same?: string[];
  where?: WrittenWhere;
}
/** The event or segment that ends a wait. */
export type WrittenWait = Partial<WrittenEvent> & { anyOf?: WrittenEvent[] };
export type Data = Readonly<Record<string, string | number>>;

export function holds(where: WrittenWhere | undefined, data: Data): boolean {
  return Object.entries(where ?? {}).every(([code, { atLeast, is }]) => {
    const value = data[code];
    return (
      (atLeast === undefined || (typeof value === 'number' && value >= atLeast)) && (is === undefined || value === is)
    );
  });
}

export function isMet({ event, same = [], where }: WrittenEvent, fired: string, data: Data, own: Data): boolean {
  return (
    event === fired && holds(where, data) && same.every((code) => data[code] !== undefined && data[code] === own[code])
  );
}

export function endsWait({ event, anyOf, ...conditions }: WrittenWait, fired: string, data: Data, own: Data): boolean {
  const awaited = anyOf ?? (event === undefined ? [] : [{ ...conditions, event }]);
  return awaited.some((each) => isMet(each, fired, data, own));
}

/** The arm by the documented draw: journey, step and user, in shares of the whole. */
export function drawn({ id, by }: { id: string; by: Record<string, string> }, journey: number, uid: number): string {
  const hash = createHash('sha256').update(`journey ${journey} ${id} ${uid}`).digest('hex');
  const place = Number.parseInt(hash.slice(0, 12), 16) / 2 ** 48;
  let end = 0;
  for (const [arm, share] of Object.entries(by)) {
    end += Number.parseFloat(share) / 100;
    if (place < end) {
      return arm;
    }
  }
  return Object.keys(by).at(-1) ?? '';
}

export function duration(text: string): number {
  return Number.parseInt(text, 10) * (UNITS[text.slice(-1)] ?? Number.NaN);
}
