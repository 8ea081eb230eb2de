import { AppError } from '#platform/errors';

/** A number of a path. @throws AppError unknown_id for a text that is none: nothing has such an id */
export function readNumber(text: string): number {
  if (!/^[1-9]\d{0,14}$/.test(text)) {
    throw new AppError('unknown_id', `There is nothing with the id ${text.slice(0, 20)}`);
  }
  return Number(text);
}
