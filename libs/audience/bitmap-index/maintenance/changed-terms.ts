import { STANDARD_ATTRIBUTE_IDS } from '#libs/users/profiles';
import { type Changes, USER_CHANGES } from '#platform/outbox';
import { ASPECTS } from '../model/terms.js';

const ADDRESSES: ReadonlySet<number> = new Set([STANDARD_ATTRIBUTE_IDS.email, STANDARD_ATTRIBUTE_IDS.msisdn]);

export type UserChange = (typeof USER_CHANGES)[number];
export type UserChanges = Changes<UserChange | 'event'>;

/** Changed aspects of each user. */
export function findChangedAspects(changes: UserChanges['changes']): Map<number, Set<string>> {
  const changedAspects = new Map<number, Set<string>>();
  for (const { kind, uids, keys } of changes) {
    const aspects = listAspects(kind, keys);
    for (const uid of uids) {
      const aspectsOfUser = changedAspects.get(uid);
      if (aspectsOfUser) {
        aspects.forEach((aspect) => aspectsOfUser.add(aspect));
      } else {
        changedAspects.set(uid, new Set(aspects));
      }
    }
  }
  return changedAspects;
}

function listAspects(kind: UserChanges['changes'][number]['kind'], keys: readonly number[]): string[] {
  switch (kind) {
    case 'user':
      return [ASPECTS.everything];
    case 'attribute':
      return [...keys.map(ASPECTS.attribute), ...(keys.some((key) => ADDRESSES.has(key)) ? [ASPECTS.user] : [])];
    case 'tag':
      return keys.map(ASPECTS.tag);
    case 'category':
      return keys.map(ASPECTS.category);
    case 'installation':
      return [ASPECTS.device, ASPECTS.place];
    case 'event':
      return [];
  }
}

/** Uids to read from each table, and the attributes; undefined: all attributes. */
export function planReads(changedAspects: ReadonlyMap<number, ReadonlySet<string>>): {
  users: number[];
  devices: number[];
  optOuts: number[];
  attrIds: string[] | undefined;
} {
  const [users, devices, optOuts]: [number[], number[], number[]] = [[], [], []];
  const attrIds = new Set<string>();
  let isAll = false;
  for (const [uid, aspects] of changedAspects) {
    const all = aspects.has(ASPECTS.everything);
    isAll ||= all;
    let [user, optOut] = [all, all];
    for (const aspect of aspects) {
      if (aspect.startsWith('a')) {
        attrIds.add(aspect.slice(1));
      }
      user ||= aspect !== ASPECTS.device && aspect !== ASPECTS.place && !aspect.startsWith('c');
      optOut ||= aspect.startsWith('c');
    }
    if (user) {
      users.push(uid);
    }
    if (all || aspects.has(ASPECTS.device)) {
      devices.push(uid);
    }
    if (optOut) {
      optOuts.push(uid);
    }
  }
  return { users, devices, optOuts, attrIds: isAll ? undefined : [...attrIds] };
}
