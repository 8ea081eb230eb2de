import { matchesEvents } from '../targets/behaviour.js';
import type { PersonEvent } from '../targets/behaviour.types.js';
import { type EventCatalogue, resolveEvent } from '../targets/resolve-behaviour.js';
import type { ResolvedTarget, Target } from '../targets/target.js';

/** A part of a condition that is judged by what is stored now. */
export interface PresentLeaf {
  /** Its place among the others. */
  index: number;
  resolved: ResolvedTarget;
}

type Node =
  | { type: 'and' | 'or' | 'not'; of: Node[] }
  | { type: 'event'; leaf: Extract<Target, { type: 'event' }> }
  | { type: 'present'; index: number };

/**
 * A condition that is judged at moments of the past: events by the events of the person up to then, everything else as it is
 * now.
 */
export class PastCondition {
  readonly present: PresentLeaf[] = [];
  /** Events that it counts. */
  readonly eventIds = new Set<number>();
  /** Tests if it looks at values of events. */
  hasWhere = false;
  /** The farthest that it looks back, in ms. */
  lookBackMs = 0;
  private readonly root: Node;

  private constructor(
    target: Target,
    private readonly events: EventCatalogue,
    resolved: readonly ResolvedTarget[],
  ) {
    let next = 0;
    const read = (part: Target): Node => {
      if ('of' in part) {
        return { type: part.type, of: part.of.map(read) };
      }
      if (part.type === 'event') {
        const { eventId } = resolveEvent(part, events, new Date());
        this.eventIds.add(eventId);
        this.hasWhere ||= part.where.length > 0;
        this.lookBackMs = Math.max(this.lookBackMs, part.window.within ?? Infinity);
        return { type: 'event', leaf: part };
      }
      const index = next++;
      const leaf = resolved[index];
      if (leaf) {
        this.present.push({ index, resolved: leaf });
      }
      return { type: 'present', index };
    };
    this.root = read(target);
  }

  /** @param resolve  resolves a part that is no event */
  static async create(
    target: Target,
    events: EventCatalogue,
    resolve: (part: Target) => Promise<ResolvedTarget>,
  ): Promise<PastCondition> {
    const resolved: ResolvedTarget[] = [];
    for (const leaf of listPresent(target)) {
      resolved.push(await resolve(leaf));
    }
    return new PastCondition(target, events, resolved);
  }

  /** @param past  events before `at` @param isNow  tests if the person meets a part now */
  judge(at: Date, past: readonly PersonEvent[], isNow: (index: number) => boolean): boolean {
    const judge = (node: Node): boolean => {
      switch (node.type) {
        case 'and':
          return node.of.every(judge);
        case 'or':
          return node.of.some(judge);
        case 'not':
          return !node.of.some(judge);
        case 'event':
          return matchesEvents(resolveEvent(node.leaf, this.events, at), past);
        case 'present':
          return isNow(node.index);
      }
    };
    return judge(this.root);
  }
}

function listPresent(target: Target): Target[] {
  return 'of' in target ? target.of.flatMap(listPresent) : target.type === 'event' ? [] : [target];
}
