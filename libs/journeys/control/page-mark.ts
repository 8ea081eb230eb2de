import { AppError } from '#platform/errors';

/**
 * The beginning of a page of visits. It names no key of a visit, which may be a private value.
 *
 * @property at    time of the first visit, in epoch µs; 0: the first page
 * @property uid   its user
 * @property skip  visits of this time and user that earlier pages have
 */
export interface PageMark {
  at: number;
  uid: number;
  skip: number;
}

export const FIRST_PAGE: PageMark = { at: 0, uid: 0, skip: 0 };

/** Splits a page from one row more. @returns `next`: undefined at the end */
export function splitPage<T extends { at: number; uid: number }>(
  rows: readonly T[],
  limit: number,
  mark: PageMark,
): { page: T[]; next?: string } {
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  if (!last || rows.length <= limit) {
    return { page };
  }
  const isLike = ({ at, uid }: Pick<PageMark, 'at' | 'uid'>): boolean => at === last.at && uid === last.uid;
  const skip = page.filter(isLike).length + (isLike(mark) ? mark.skip : 0);
  return { page, next: `${last.at}-${last.uid}-${skip}` };
}

/** Reads what `splitPage` wrote. @throws AppError malformed */
export function readMark(text: string | undefined): PageMark {
  if (text === undefined) {
    return FIRST_PAGE;
  }
  const [, at, uid, skip] = /^(\d{1,16})-(\d{1,15})-(\d{1,9})$/.exec(text) ?? [];
  if (at === undefined) {
    throw new AppError('malformed', 'after should be the next of the page before', { field: 'after' });
  }
  return { at: Number(at), uid: Number(uid), skip: Number(skip) };
}
