import { findDependentPlaces, type DependentPlaces, TemplateError } from '#libs/templates';
import { listLiveNames, LIVE_DATA } from '../liquid/live-names.js';
import { listTexts } from '../model/message-texts.js';
import type { Message } from '../model/message.types.js';
import type { GapPlace } from '../model/render.types.js';

/**
 * Gaps that nothing can tell before live data is there.
 *
 * @property names  fetches on which some depend; empty: none does
 */
interface LiveGaps {
  names: readonly string[];
  has(place: GapPlace): boolean;
}

/** Finds what live data decides: places that print it, or stand in a condition about it. */
export function findLiveGaps(message: Message): LiveGaps {
  const names = listLiveNames(message);
  const byText = new Map(
    names.length === 0 ? [] : listTexts(message).map(({ text }) => [text, placesIn(message, text)]),
  );
  const isBound = [...byText.values()].some(({ isEmpty }) => !isEmpty);
  return { names: isBound ? names : [], has: ({ text, gap }) => byText.get(text)?.has(gap) ?? false };
}

function placesIn({ blocks = {} }: Message, text: string): DependentPlaces {
  try {
    return findDependentPlaces(text, new Map(Object.entries(blocks)), (name) => name === LIVE_DATA);
  } catch (error) {
    if (error instanceof TemplateError) {
      return { isEmpty: true, has: () => false };
    }
    throw error;
  }
}
