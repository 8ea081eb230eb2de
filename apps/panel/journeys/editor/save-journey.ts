import { placeSteps, readJourneys } from '../../api/journeys.js';
import { applySection, reviewSection, type SectionReview, type SectionText } from '../../api/setup/sections.js';
import { sortedText } from '../../composer/drafts/form.js';
import type { JourneyForm } from './journey-form.js';
import { journeysOf } from './journey-form.js';
import { listIds, type WrittenJourney, withoutEmpty } from './model/written-journey.js';

const SECTION = 'journeys';

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

/** Previews an edit. @throws {Refusal} with the first fault */
export function reviewJourney(app: string, value: unknown, form: JourneyForm, moved: Moved): Promise<SectionReview> {
  return reviewSection(app, SECTION, sectionWith(value, form, moved).text);
}

/**
 * Saves an edit beside what other journeys have become since, and never over another edit of this one.
 *
 * @param stored  the section as it is now
 * @throws {JourneyConflict}
 * @throws {Refusal} as an apply of the file
 */
export function saveJourney(app: string, stored: SectionText, form: JourneyForm, moved: Moved): Promise<SectionReview> {
  const present = journeysOf(stored.value).find(({ name }) => name === form.subject);
  if (form.base !== null && (present === undefined || !isSameDefinition(present, form.base))) {
    throw new JourneyConflict(present);
  }
  // A journey that was paused since stays so.
  const state = present && form.base?.state === form.journey.state ? { state: present.state } : {};
  const { state: _state, ...journey } = form.journey;
  const next = { ...journey, state: form.journey.state, ...state };
  const { text } = sectionWith(stored.value, { ...form, journey: withoutEmpty(next) as WrittenJourney }, moved);
  return applySection(app, SECTION, { text, base: stored.base });
}

/** Keeps where the steps of a saved journey stand. A drawing that cannot be kept is laid out, and no reason to refuse. */
export async function placeDrawn(app: string, { journey, positions, base }: JourneyForm): Promise<void> {
  const ids = new Set(listIds(journey));
  const items = Object.entries(positions).flatMap(([id, [x, y]]) => (ids.has(id) ? { id, x, y } : []));
  if (items.length > 0 || base !== null) {
    const { items: present } = await readJourneys(app).catch(() => ({ items: [] }));
    const saved = present.find(({ name }) => name === journey.name);
    await (saved && placeSteps(app, saved.id, items).catch(() => undefined));
  }
}

/** Compares what journeys do; their states change by other ways, too. */
function isSameDefinition(journey: WrittenJourney, base: WrittenJourney): boolean {
  return sortedText({ ...journey, state: null }) === sortedText({ ...base, state: null });
}
