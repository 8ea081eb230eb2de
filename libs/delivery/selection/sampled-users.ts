import type { RecipientGroup as AudienceGroup } from '#libs/audience';
import { RECIPIENT_KINDS } from '#libs/channels/definitions';
import { platformByNumber, PLATFORMS } from '#libs/content';
import type { LeftOutGroup } from '../left-out/left-out.types.js';

/**
 * Sums up who was not chosen: users outside the samples of a limited campaign, where they are in them with no device, and
 * users that stand back for another one with their address, or got an earlier run.
 */
export class SampledUsers {
  private readonly sampled = new Map<LeftOutGroup['kind'], Set<number>>();
  private readonly dropped = new Map<LeftOutGroup['kind'], Set<number>>();
  private readonly standingBack = new Map<LeftOutGroup['kind'], Set<number>>();
  private readonly heldOut = new Map<LeftOutGroup['kind'], Set<number>>();
  private readonly recent = new Map<LeftOutGroup['kind'], Set<number>>();

  /** @param sampledIds  those of the group that are in the samples */
  add(group: AudienceGroup, sampledIds: readonly number[]): void {
    if (sampledIds === group.ids) {
      return;
    }
    const inSamples = new Set(sampledIds);
    for (const [index, id] of group.ids.entries()) {
      setOf(inSamples.has(id) ? this.sampled : this.dropped, kindOf(group.platform)).add(group.uids?.[index] ?? id);
    }
  }

  addStandingBack(platform: number, uids: readonly number[]): void {
    uids.forEach((uid) => setOf(this.standingBack, kindOf(platform)).add(uid));
  }

  addRecent(platform: number, uids: readonly number[]): void {
    uids.forEach((uid) => setOf(this.recent, kindOf(platform)).add(uid));
  }

  addHeldOut(platform: number, uids: readonly number[]): void {
    uids.forEach((uid) => setOf(this.heldOut, kindOf(platform)).add(uid));
  }

  listNotChosen(): LeftOutGroup[] {
    const beyond = [...this.dropped].map(([kind, users]): LeftOutGroup => {
      const others = this.sampled.get(kind);
      return { kind, reason: 'LIMIT', uids: [...users].filter((uid) => !others?.has(uid)), names: [] };
    });
    const behind = [...this.standingBack].map(([kind, users]): LeftOutGroup => {
      return { kind, reason: 'SAME_ADDRESS', uids: [...users], names: [] };
    });
    const recent = [...this.recent].map(([kind, users]): LeftOutGroup => {
      return { kind, reason: 'RECENT', uids: [...users], names: [] };
    });
    const heldOut = [...this.heldOut].map(([kind, users]): LeftOutGroup => {
      return { kind, reason: 'HOLDOUT', uids: [...users], names: [] };
    });
    return [...beyond, ...behind, ...recent, ...heldOut];
  }
}

function setOf<K>(sets: Map<K, Set<number>>, key: K): Set<number> {
  const found = sets.get(key) ?? new Set<number>();
  sets.set(key, found);
  return found;
}

function kindOf(platform: number): LeftOutGroup['kind'] {
  const name = platformByNumber(platform);
  return name === undefined ? 'push' : RECIPIENT_KINDS[PLATFORMS[name].channel];
}
