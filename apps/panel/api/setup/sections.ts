import { queryOptions } from '@tanstack/react-query';
import type { components } from '../../../../openapi/panel.d.ts';
import { read, withSearch, write } from '../client.js';
import { withProof } from '../passkey.js';

type Schemas = components['schemas'];
export type Section = Schemas['SectionDto'];
export type SectionText = Schemas['SectionTextDto'];
export type SectionReview = Schemas['SectionReviewDto'];
export type SectionDraft = Schemas['SectionDraftDto'];
export type UndefinedEvent = Schemas['UndefinedEventDto'];

const pathOf = (app: string, ...rest: string[]): string =>
  ['/apps', ...[app, 'setup', ...rest].map(encodeURIComponent)].join('/');
const eventsPath = (app: string): string => `/apps/${encodeURIComponent(app)}/unmatched-events`;

export const sections = (app: string) =>
  queryOptions({
    queryKey: [app, 'setup'],
    queryFn: ({ signal }) => read<{ items: Section[] }>(pathOf(app), {}, signal),
  });

/** A section is read once: whoever edits it must not lose what was typed. */
export const sectionText = (app: string, section: string) =>
  queryOptions({
    queryKey: [app, 'setup', section],
    queryFn: ({ signal }) => read<SectionText>(pathOf(app, section), {}, signal),
    staleTime: Infinity,
    gcTime: 0,
  });

/** A section as it is now. @throws {Refusal} */
export function readSection(app: string, section: string): Promise<SectionText> {
  return read<SectionText>(pathOf(app, section));
}

export const undefinedEvents = (app: string) =>
  queryOptions({
    queryKey: [app, 'unmatched-events'],
    queryFn: ({ signal }) => read<{ items: UndefinedEvent[] }>(eventsPath(app), {}, signal),
  });

/** The section `events` with a definition of what was fired. */
export const proposedDefinition = (app: string, name: string | undefined, attribute: string | undefined) =>
  queryOptions({
    queryKey: [app, 'unmatched-events', name, attribute],
    queryFn: ({ signal }) => read<SectionDraft>(`${eventsPath(app)}/definition`, { name, attribute }, signal),
    enabled: name !== undefined,
    staleTime: Infinity,
    gcTime: 0,
  });

/** Previews the changes of an edit. */
export function reviewSection(app: string, section: string, text: string): Promise<SectionReview> {
  return write<SectionReview>(pathOf(app, section, 'review'), { text });
}

/** @param base  version that was reviewed; of another, it is refused */
export function applySection(
  app: string,
  section: string,
  edit: { text: string; base: string },
): Promise<SectionReview> {
  return withProof(() => write<SectionReview>(pathOf(app, section, 'apply'), edit));
}

/**
 * Adds an entry to a section, which stays as it is otherwise.
 *
 * @throws {Refusal} `changed_meanwhile`; `malformed` where an entry has its key
 */
export async function addEntry(app: string, section: string, entry: object): Promise<void> {
  const { value, base } = await readSection(app, section);
  const entries: unknown[] = Array.isArray(value) ? value : [];
  await applySection(app, section, { text: JSON.stringify({ [section]: [...entries, entry] }), base });
}

/** Tests if a section has nothing. */
export function isEmptySection(value: unknown): boolean {
  return typeof value !== 'object' || value === null || Object.keys(value).length === 0;
}

/**
 * Writes sections that are empty, one after the other; those that have something stay.
 *
 * @throws {Refusal} `changed_meanwhile`
 */
export async function fillSections(app: string, values: Readonly<Record<string, unknown>>): Promise<void> {
  for (const [section, value] of Object.entries(values)) {
    const stored = await readSection(app, section);
    if (isEmptySection(stored.value)) {
      await applySection(app, section, { text: JSON.stringify({ [section]: value }), base: stored.base });
    }
  }
}

/** The address of the application file. */
export function setupFile(app: string): string {
  return withSearch(pathOf(app, 'file'));
}
