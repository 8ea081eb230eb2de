import { forgetCopy, recallCopy, type CopyPlace, type DraftCopy } from './copy.js';
import type { Form, FormKind } from './form.js';

/** A page that is loaded anew has drawn its first screen by then, also on a slow machine. */
const LOADED_MS = 30_000;
/** Whether this document has opened a draft before. */
let hasOpened = false;

/**
 * The copy that a page begins with. One of a draft that was begun, and has an id by now, is for the first draft of a
 * document that is loaded anew: its address may be that of before. It is forgotten where the draft is opened by its id, or
 * another one begins.
 */
export function recallOpening<F extends Form>(place: CopyPlace, kind: FormKind<F>): DraftCopy<F> | undefined {
  const nameless = { ...place, id: undefined };
  const copy = recallCopy(nameless, kind);
  const isAnew = !hasOpened && isLoadedAnew();
  hasOpened = true;
  const isOver = copy?.savedAs !== undefined && (place.id === undefined ? !isAnew : place.id === copy.savedAs);
  if (isOver) {
    forgetCopy(nameless);
  }
  return place.id === undefined ? (isOver ? undefined : copy) : recallCopy(place, kind);
}

/** Whether the document was loaded by a reload, and just now. */
function isLoadedAnew(): boolean {
  const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  return navigation?.type === 'reload' && performance.now() < LOADED_MS;
}
