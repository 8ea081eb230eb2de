import { placeSteps, readJourneys } from '../../api/journeys.js';
import { applySection, reviewSection, type SectionReview, type SectionText } from '../../api/setup/sections.js';
import type { JourneyForm } from './journey-form.js';
import { listIds } from './model/written-journey.js';
import { type Moved, SECTION, sectionWith, writeSection } from './section-text.js';

/** Previews an edit. @throws {Refusal} with the first fault */
export function reviewJourney(app: string, value: unknown, form: JourneyForm, moved: Moved): Promise<SectionReview> {
  return reviewSection(app, SECTION, sectionWith(value, form, moved).text);
}

/** Saves an edit as `writeSection` writes it. @throws {JourneyConflict} @throws {Refusal} as an apply of the file */
export function saveJourney(app: string, stored: SectionText, form: JourneyForm, moved: Moved): Promise<SectionReview> {
  return applySection(app, SECTION, { text: writeSection(stored.value, form, moved), base: stored.base });
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
