import { AppError } from '#platform/errors';

/**
 * A number of a path.
 *
 * @param field  what the number is, where a path has several
 * @throws AppError unknown_id for a text that is none: nothing has such an id
 */
export function readNumber(text: string, field?: string): number {
  if (!/^[1-9]\d{0,14}$/.test(text)) {
    throw new AppError('unknown_id', `There is nothing with the id ${text.slice(0, 20)}`, {
      ...(field !== undefined && { field }),
    });
  }
  return Number(text);
}
