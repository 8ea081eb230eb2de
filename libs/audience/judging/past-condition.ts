import type { Platform } from '#libs/content';
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

const NODES = { any: 'or', all: 'and', none: 'not' } as const;

/**
 * A condition that is judged at moments of the past: events by the events of the person up to then, everything else by the
 * caller, segment by segment and platform by platform.
 */
export class PastCondition {
  readonly present: PresentLeaf[] = [];
  /** Events that it counts. */
  readonly eventIds = new Set<number>();
  /** Tests if it looks at values of events. */
  hasWhere = false;
  /** The farthest that it looks back, in ms. */
  lookBackMs = 0;
  /** Segments whose members it tests, by the parts that do. */
  readonly segments = new Map<number, string>();
  /** Platforms on which it tests who is reached, by the parts that do. */
  readonly reaches = new Map<number, Platform>();
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
        if (part.type === 'segment') {
          this.segments.set(index, part.names[0] ?? '');
        }
        if (part.type === 'reachable') {
          part.platforms.forEach((platform) => this.reaches.set(index, platform));
        }
      }
      return { type: 'present', index };
    };
    this.root = read(target);
  }

  /** @param resolve  resolves a part that is no event */
  static async create(
    written: Target,
    events: EventCatalogue,
    resolve: (part: Target) => Promise<ResolvedTarget>,
  ): Promise<PastCondition> {
    const target = partLeaves(written);
    const resolved: ResolvedTarget[] = [];
    for (const leaf of listPresent(target)) {
      resolved.push(await resolve(leaf));
    }
    return new PastCondition(target, events, resolved);
  }

  /** @param past  events before `at` @param meets  tests if the person met another part then */
  judge(at: Date, past: readonly PersonEvent[], meets: (index: number) => boolean): boolean {
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
          return meets(node.index);
      }
    };
    return judge(this.root);
  }
}

function listPresent(target: Target): Target[] {
  return 'of' in target ? target.of.flatMap(listPresent) : target.type === 'event' ? [] : [target];
}

/** Tests each segment and each platform alone, so that a caller can say who was its member, and who was reached. */
function partLeaves(target: Target): Target {
  if ('of' in target) {
    return { ...target, of: target.of.map(partLeaves) };
  }
  if (target.type === 'segment' && (target.names.length > 1 || target.mode === 'none')) {
    return { type: NODES[target.mode], of: target.names.map((name) => ({ ...target, mode: 'any', names: [name] })) };
  }
  if (target.type === 'reachable' && (target.platforms.length > 1 || target.mode === 'none')) {
    const alone = (platform: Platform): Target => ({ ...target, mode: 'any', platforms: [platform] });
    return { type: NODES[target.mode], of: target.platforms.map(alone) };
  }
  return target;
}
