import { EVENTS, type RandomJourneys } from './random-journeys.js';
import type { WrittenJourney, WrittenStep } from './reference-journeys.js';

/** A segment that people join and leave in a history. */
export const SEGMENT = 'oslo';

/** Draws journeys that begin by events, for a replay of what they did. Each has messages of its own. */
export class ReplayedJourneys {
  constructor(private readonly random: RandomJourneys) {}

  /** Journeys whose branches ask for what a replay knows as of its time: segments, events, consents, data of the entry. */
  drawExact(count: number): WrittenJourney[] {
    return this.draw('exact', count, () => this.drawPast());
  }

  /** Journeys whose branches ask for attributes and tags, or for what is known as of its time. */
  drawOthers(count: number): WrittenJourney[] {
    return this.draw('other', count, (condition) => (this.random.chance(0.7) ? condition : this.drawPast()));
  }

  private draw(name: string, count: number, vary: (condition: object) => object): WrittenJourney[] {
    const journeys: WrittenJourney[] = [];
    while (journeys.length < count) {
      const journey = this.random.journey(`${name}${journeys.length}`);
      if (journey.entry.event !== undefined) {
        journeys.push({ ...journey, steps: changeSteps(journey.steps, journey.name, vary) });
      }
    }
    return journeys;
  }

  private drawPast(): object {
    const { random } = this;
    const did = { event: { name: random.oneOf(EVENTS), atLeast: 1 + random.whole(3), within: '1h' } };
    return random.oneOf([
      { segment: SEGMENT },
      did,
      { reachable: 'EMAIL' },
      { reachable: { $not: ['IOS', 'EMAIL'] } },
      { any: [{ segment: SEGMENT }, did] },
      { all: [{ reachable: ['IOS', 'EMAIL'] }, { none: [{ segment: SEGMENT }] }] },
      { none: [did] },
    ]);
  }
}

/** Name of the definition that a journey sends. */
export function messageOf(journey: string, message: string): string {
  return `${journey} ${message}`;
}

/** Ids of all sends. */
export function listSends(steps: readonly WrittenStep[]): string[] {
  return steps.flatMap((step) => [...(step.send ? [step.send.id] : []), ...listInner(step).flatMap(listSends)]);
}

function listInner(step: WrittenStep): WrittenStep[][] {
  return Object.values(step).filter((value): value is WrittenStep[] => Array.isArray(value));
}

function changeSteps(
  steps: readonly WrittenStep[],
  journey: string,
  vary: (condition: object) => object,
): WrittenStep[] {
  return steps.map((step) => ({
    ...step,
    ...(step.branch?.if && { branch: { ...step.branch, if: vary(step.branch.if) } }),
    ...(step.send && { send: { ...step.send, message: messageOf(journey, step.send.message) } }),
    ...Object.fromEntries(
      Object.entries(step).flatMap(([way, inner]) =>
        Array.isArray(inner) ? [[way, changeSteps(inner as WrittenStep[], journey, vary)] as const] : [],
      ),
    ),
  }));
}
