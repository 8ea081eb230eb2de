/** A segment that somebody has described, on its way to the section of the set-up that stores it. */
export interface DescribedSegment {
  name: string;
  target: object;
}

const placeOf = (app: string): string => `herald-segment ${app}`;

/** Keeps it in this tab: a target can have values of people, which belong in no address. */
export function beginSegment(app: string, segment: DescribedSegment): void {
  try {
    sessionStorage.setItem(placeOf(app), JSON.stringify(segment));
  } catch {
    // A browser may have no storage; the section then begins as it stands.
  }
}

/** @returns undefined where nothing was begun in this tab */
export function recallSegment(app: string): DescribedSegment | undefined {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(placeOf(app)) ?? 'null');
    return isSegment(stored) ? stored : undefined;
  } catch {
    return undefined;
  }
}

export function forgetSegment(app: string): void {
  try {
    sessionStorage.removeItem(placeOf(app));
  } catch {
    // As above.
  }
}

/** The section `segments` with one more. JSON is YAML too (YAML 1.2, section 1.3). */
export function withSegment(section: string, { name, target }: DescribedSegment): string {
  const entry = `  - ${JSON.stringify({ name, target })}\n`;
  const before = section.trimEnd();
  return before === 'segments: []' ? `segments:\n${entry}` : `${before}\n${entry}`;
}

function isSegment(value: unknown): value is DescribedSegment {
  if (typeof value !== 'object' || value === null) {
    return false;
  }
  const { name, target } = value as Record<string, unknown>;
  return typeof name === 'string' && typeof target === 'object' && target !== null;
}
