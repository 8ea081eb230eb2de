import { isCustomBroken } from '../extras/extras.js';
import { hasPush, hasText, scheduleOf, type Draft } from './draft.js';

/** Parts that a campaign needs before it can be checked. */
export type Lack = 'name' | 'platform' | 'text' | 'time' | 'custom';

/** Names what a content and its time still lack. @param zone  in which a time is typed */
export function listLacks(draft: Draft, zone: string): Lack[] {
  const lacks: Record<Lack, boolean> = {
    name: draft.name.trim() === '',
    platform: draft.platforms.length === 0,
    text: !hasText(draft),
    time: scheduleOf(draft, zone) === undefined,
    custom: hasPush(draft) && isCustomBroken(draft),
  };
  return (Object.keys(lacks) as Lack[]).filter((lack) => lacks[lack]);
}
