import type { Changes, USER_CHANGES } from '#platform/outbox';
import type { RuleDependencies } from './rule-dependencies.js';

/**
 * Users with a change that concerns a segment.
 *
 * @property toMatch           users to match against the rule
 * @property platformsChanged  users whose platforms may have changed
 */
export interface ChangedUsers {
  toMatch: Set<number>;
  platformsChanged: Set<number>;
}

/** Changes that may change the members of a segment. */
export type UserChanges = Changes<(typeof USER_CHANGES)[number] | 'event'>;

export function findChangedUsers(changes: UserChanges['changes'], dependencies: RuleDependencies): ChangedUsers {
  const changed: ChangedUsers = { toMatch: new Set(), platformsChanged: new Set() };
  for (const { kind, uids, keys } of changes) {
    if (kind === 'user' || kind === 'installation') {
      uids.forEach((uid) => changed.platformsChanged.add(uid));
    }
    if (affectsRule(kind, keys, dependencies)) {
      uids.forEach((uid) => changed.toMatch.add(uid));
    }
  }
  return changed;
}

function affectsRule(
  kind: UserChanges['changes'][number]['kind'],
  keys: readonly number[],
  dependencies: RuleDependencies,
): boolean {
  switch (kind) {
    case 'user':
      return true;
    case 'installation':
      return dependencies.devices;
    case 'attribute':
      return keys.some((key) => dependencies.attrIds.has(key));
    case 'tag':
      return keys.some((key) => dependencies.tagIds.has(key));
    case 'event':
      return keys.some((key) => dependencies.eventIds.has(key));
    case 'category':
      return keys.some((key) => dependencies.categoryIds.has(key));
  }
}
