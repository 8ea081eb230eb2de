import { forgetCopy, recallCopy, type CopyPlace, type DraftCopy } from './copy.js';
import type { Form, FormKind } from './form.js';

/** The time in which a reloaded page has drawn its first screen, also on a slow machine. */
const LOADED_MS = 30_000;
/** True once this document has opened a draft. */
let hasOpened = false;

/**
 * Reads the copy that a page begins with. A new draft with an id by now belongs to the first draft of a reloaded
 * document: its address may be the earlier one. It is removed where the draft is opened by its id, or another
 * one begins.
 */
export function recallOpening<F extends Form>(place: CopyPlace, kind: FormKind<F>): DraftCopy<F> | undefined {
  const nameless = { ...place, id: undefined };
  const copy = recallCopy(nameless, kind);
  const isReload = !hasOpened && isReloaded();
  hasOpened = true;
  const isOver = copy?.savedAs !== undefined && (place.id === undefined ? !isReload : place.id === copy.savedAs);
  if (isOver) {
    forgetCopy(nameless);
  }
  return place.id === undefined ? (isOver ? undefined : copy) : recallCopy(place, kind);
}

/** True where the document was just reloaded. */
function isReloaded(): boolean {
  const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  return navigation?.type === 'reload' && performance.now() < LOADED_MS;
}
