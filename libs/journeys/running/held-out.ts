import { drawShare } from '#libs/delivery';
import { WHOLE } from '../model/draw.js';
import type { Journey } from '../model/journey.types.js';

/** The draw of the people of a journey who are sent nothing; undefined: there are none. */
export function holdoutOf({
  journeyId,
  holdout,
}: {
  journeyId: number;
  holdout: number | undefined;
}): { name: string; share: number } | undefined {
  return holdout === undefined ? undefined : { name: `journey ${journeyId} holdout`, share: holdout / WHOLE };
}

/** Tests if a person is sent nothing: the same one in each visit and version. */
export function isHeldOut({ journeyId, definition: { holdout } }: Journey, uid: number): boolean {
  const draw = holdoutOf({ journeyId, holdout });
  return draw !== undefined && drawShare(uid, draw.share, draw.name);
}
