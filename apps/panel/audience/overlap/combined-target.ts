/**
 * The target of users who are in some sets and in none of the others.
 *
 * @param targets  of the sets, in the form of a segment
 * @param sets  indexes of the sets that contain the users
 * @returns undefined where one is a prediction, which stands in no group
 */
export function combinedTarget(targets: readonly object[], sets: readonly number[]): object | undefined {
  if (targets.some((target) => 'predict' in target)) {
    return undefined;
  }
  const inside = targets.filter((target, place) => sets.includes(place) && !('sendToAll' in target));
  const outside = targets.filter((_, place) => !sets.includes(place));
  const combined = {
    ...(inside.length > 0 && { all: inside }),
    ...(outside.length > 0 && { none: outside }),
  };
  return inside.length + outside.length > 0 ? combined : { sendToAll: true };
}
