import type { DraftContent, DraftPlace } from '../../api/compose/drafts.js';

/** A kind raises it where an earlier build could not read the form by adding what it lacks. */
const FORM = 1;
/** The highest that this build reads. */
const LATEST = 2;
const MAX_NAME = 100;

/**
 * The known fields of a form here; all others are only saved and compared.
 *
 * @property key  names the launch
 */
export interface Form {
  key: string;
  name: string;
}

/** The application and the member that a form is written in. */
export interface WritingPlace {
  app: string;
  member: string;
  /** Absent: a campaign. */
  of?: DraftPlace | undefined;
  /** Id of the object that is changed; absent: a new one. Unsaved changes of one are not those of another. */
  subject?: string | undefined;
}

/** Begins and reads one kind of form of the composer. */
export interface FormKind<F extends Form> {
  /** Path of the drafts on the server; absent: those of campaigns. */
  place?: DraftPlace;
  subject?: string | undefined;
  create: () => F;
  /** Undefined for what has not the fields of this build. */
  read: (stored: object) => F | undefined;
  /** The stored fields, with the number of their form where it is raised; absent: the form as it is. */
  store?: (form: F) => { form?: number; fields: object };
  /** Drafts that an earlier build kept in the browser alone. */
  recallEarlier: (place: WritingPlace) => F | undefined;
  forgetEarlier: (place: WritingPlace) => void;
}

/** A form as the server stores it. */
export function contentOf<F extends Form>(form: F, kind: FormKind<F>): DraftContent {
  // Half a surrogate pair is refused by the server, so the cut is between characters.
  const name = Array.from(form.name.trim()).slice(0, MAX_NAME).join('');
  return { name, body: { form: FORM, ...(kind.store?.(form) ?? { fields: form }) } };
}

/** The form that a stored body has; undefined for one that this build cannot show whole. */
export function formOf<F extends Form>(body: object, kind: FormKind<F>): F | undefined {
  const { form, fields } = body as { form?: unknown; fields?: unknown };
  return form === FORM || form === LATEST ? readForm(fields, kind) : undefined;
}

/** A form that was stored. What an older build did not have is as in a new one. */
export function readForm<F extends Form>(stored: unknown, kind: FormKind<F>): F | undefined {
  return typeof stored === 'object' && stored !== null ? kind.read({ ...kind.create(), ...stored }) : undefined;
}

/** Writes equal values as the same text; a database reorders the fields. */
export function sortedText(value: unknown): string {
  return JSON.stringify(value, (_, inner: unknown) =>
    typeof inner === 'object' && inner !== null && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : inner,
  );
}

export function isSameForm(form: Form, other: Form): boolean {
  return sortedText(form) === sortedText(other);
}

/** True while nothing was typed. */
export function isUntouched<F extends Form>(form: F, kind: FormKind<F>): boolean {
  return isSameForm(form, { ...kind.create(), key: form.key });
}

/**
 * A difference between two forms.
 *
 * @property path  of the field, from outside to inside
 */
export interface FormDifference {
  path: readonly string[];
  own: string;
  theirs: string;
}

/** Lists the differences of two forms, field by field. */
export function differencesOf(form: Form, other: Form): FormDifference[] {
  const [ours, others] = [leavesOf(form), leavesOf(other)];
  return [...new Set([...ours.keys(), ...others.keys()])].flatMap((place) => {
    const [own, theirs] = [ours.get(place) ?? '', others.get(place) ?? ''];
    const path = JSON.parse(place) as string[];
    // Keys and numbers of contents are not typed by a member.
    const isTyped = path[0] !== 'key' && path[0] !== 'open' && path.at(-1) !== 'id';
    return own === theirs || !isTyped ? [] : [{ path, own, theirs }];
  });
}

function leavesOf(value: unknown, path: readonly string[] = []): Map<string, string> {
  if (Array.isArray(value) && value.every((entry) => typeof entry === 'string')) {
    return new Map([[JSON.stringify(path), value.join(', ')]]);
  }
  if (typeof value === 'object' && value !== null) {
    return new Map(Object.entries(value).flatMap(([name, inner]) => [...leavesOf(inner, [...path, name])]));
  }
  return new Map([[JSON.stringify(path), typeof value === 'string' ? value : JSON.stringify(value ?? '')]]);
}
