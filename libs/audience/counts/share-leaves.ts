import type { ResolvedTarget } from '../targets/target.js';

/**
 * Targets whose equal conditions are one object. What is read for a condition before it is evaluated, as the members of a
 * segment, is then read once, and is the same in every target.
 */
export function shareLeaves(targets: readonly ResolvedTarget[]): ResolvedTarget[] {
  const known = new Map<string, ResolvedTarget>();
  const share = (target: ResolvedTarget): ResolvedTarget => {
    if ('of' in target) {
      return { ...target, of: target.of.map(share) };
    }
    const key = JSON.stringify(target);
    const leaf = known.get(key) ?? target;
    known.set(key, leaf);
    return leaf;
  };
  return targets.map(share);
}
