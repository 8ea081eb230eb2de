import type { Tracking } from '#libs/tenancy';

/**
 * Tests if opens and clicks of a person are recorded with the person.
 *
 * @param stated  by the person; null: nothing was said
 * @returns null: the application records nothing of anyone
 */
export function isTracked({ opens, clicks, without }: Tracking, stated: boolean | null): boolean | null {
  return opens || clicks ? (stated ?? without === 'granted') : null;
}
