import { type Leaving, SUMS } from './journey.types.js';

/**
 * Counted people: who passed a node or belong to a sum, took a way at it, or left at it.
 *
 * @property name  of the way, or the reason; empty for the first
 */
export interface Count {
  version: number;
  kind: 'passed' | 'way' | 'left';
  node: string;
  name: string;
  people: number;
}

/** Adds up the people of one transaction. */
export class Tally {
  private readonly counts = new Map<string, Count>();

  /** @param node  or a sum of `SUMS` */
  pass(version: number, node: string, people = 1): void {
    this.add({ version, kind: 'passed', node, name: '', people });
  }

  choose(version: number, node: string, way: string): void {
    this.add({ version, kind: 'way', node, name: way, people: 1 });
  }

  /** @param node  where they were */
  leave({ version, node, reason }: { version: number; node: string; reason: Leaving }): void {
    this.pass(version, SUMS.left);
    this.add({ version, kind: 'left', node, name: reason, people: 1 });
  }

  list(): Count[] {
    return [...this.counts.values()];
  }

  private add(count: Count): void {
    if (count.people > 0) {
      const place = [count.version, count.kind, count.node, count.name].join(' ');
      const before = this.counts.get(place);
      this.counts.set(place, before ? { ...before, people: before.people + count.people } : count);
    }
  }
}
