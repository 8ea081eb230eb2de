import { malformed } from '#platform/errors';
import { type Form, joinPath } from '#platform/forms';

/**
 * Reads a list of some known names, in the order of these, so that another order is no difference.
 *
 * @returns undefined: it is left out
 * @throws AppError malformed for an unknown name and an empty list
 */
export function readSome<T extends string>(form: Form, name: string, known: readonly T[]): T[] | undefined {
  const written = form.texts(name);
  if (!written) {
    return undefined;
  }
  if (written.length === 0 || !written.every((text) => known.some((each) => each === text))) {
    throw malformed(`${joinPath(form.path, name)} should be a list of some of ${known.join(', ')}`);
  }
  return known.filter((each) => written.includes(each));
}
