import { readForm, type Form, type FormKind, type WritingPlace } from './form.js';

/** A save whose answer is not known: it is repeated as it was. */
export interface PendingSave<F extends Form> {
  key: string;
  form: F;
}

/**
 * The browser's copy of a draft, until the server has it.
 *
 * @property version  that the form is based on; 0: the server has none
 * @property base     the form of that version
 * @property savedAs  the id that the server has given since to a draft begun without an address
 */
export interface DraftCopy<F extends Form> {
  version: number;
  base: F | null;
  form: F;
  pending: PendingSave<F> | null;
  savedAs?: string;
}

/** @param id  undefined: a draft that the server does not have yet */
export interface CopyPlace extends WritingPlace {
  id: string | undefined;
}

const nameOf = ({ app, member, of, id, subject }: CopyPlace): string =>
  ['herald-draft-copy', app, member, of ?? [], id ?? ['new', subject ?? []].flat()].flat().join(' ');

/** The copy that this browser has; undefined where there is none that can be read. */
export function recallCopy<F extends Form>(place: CopyPlace, kind: FormKind<F>): DraftCopy<F> | undefined {
  try {
    const stored = JSON.parse(localStorage.getItem(nameOf(place)) ?? 'null') as Partial<DraftCopy<F>> | null;
    const form = readForm(stored?.form, kind);
    if (typeof stored !== 'object' || stored === null || form === undefined || typeof stored.version !== 'number') {
      return undefined;
    }
    const sent = readForm(stored.pending?.form, kind);
    const key = stored.pending?.key;
    return {
      version: stored.version,
      base: readForm(stored.base, kind) ?? null,
      form,
      pending: sent !== undefined && typeof key === 'string' ? { key, form: sent } : null,
      ...(typeof stored.savedAs === 'string' && { savedAs: stored.savedAs }),
    };
  } catch {
    return undefined;
  }
}

/** Keeps a copy; without a storage it lives as long as the page. */
export function rememberCopy<F extends Form>(place: CopyPlace, copy: DraftCopy<F>): void {
  try {
    localStorage.setItem(nameOf(place), JSON.stringify(copy));
  } catch {
    // A browser may have no storage, or a full one.
  }
}

/** Forgets a copy: the server has it. */
export function forgetCopy(place: CopyPlace): void {
  try {
    localStorage.removeItem(nameOf(place));
  } catch {
    // Without a storage there is nothing to forget.
  }
}
