import { sortedText } from '../../composer/drafts/form.js';
import { type JourneyForm, journeysOf } from './journey-form.js';
import { type WrittenJourney, withoutEmpty } from './model/written-journey.js';

export const SECTION = 'journeys';

/** People inside go on in the new version, at the steps which follow those that it lacks; undefined: they finish theirs. */
export type Moved = Readonly<Record<string, string>> | undefined;

/** A journey that another member saved since the edit began. @property theirs  undefined: it was removed */
export class JourneyConflict extends Error {
  constructor(readonly theirs: WrittenJourney | undefined) {
    super('changed_meanwhile');
  }
}

/** The section with an edit in it, as a text; its journey has the index that faults name. */
export function sectionWith(
  value: unknown,
  { subject, journey }: JourneyForm,
  moved: Moved,
): { text: string; index: number } {
  const journeys = journeysOf(value);
  const at = journeys.findIndex(({ name }) => subject !== '' && name === subject);
  const index = at < 0 ? journeys.length : at;
  const renamed = at < 0 || journey.name === subject ? journey : { ...journey, was: subject };
  const edited = moved === undefined ? renamed : { ...renamed, moved };
  return { text: JSON.stringify({ [SECTION]: journeys.toSpliced(index, at < 0 ? 0 : 1, edited) }), index };
}

/**
 * Writes the section with an edit beside what other journeys have become since, and never over another edit of this one.
 *
 * @param value  the section as it is now
 * @throws {JourneyConflict}
 */
export function writeSection(value: unknown, form: JourneyForm, moved: Moved): string {
  const present = journeysOf(value).find(({ name }) => name === form.subject);
  if (form.base !== null && (present === undefined || !isSameDefinition(present, form.base))) {
    throw new JourneyConflict(present);
  }
  // A journey that was paused since stays so.
  const state = present && form.base?.state === form.journey.state ? { state: present.state } : {};
  const { state: _state, ...journey } = form.journey;
  const next = { ...journey, state: form.journey.state, ...state };
  return sectionWith(value, { ...form, journey: withoutEmpty(next) as WrittenJourney }, moved).text;
}

/** Compares what journeys do; their states change by other ways, too. */
function isSameDefinition(journey: WrittenJourney, base: WrittenJourney): boolean {
  return sortedText({ ...journey, state: null }) === sortedText({ ...base, state: null });
}
