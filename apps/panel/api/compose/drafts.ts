import { queryOptions } from '@tanstack/react-query';
import type { components } from '../../../../openapi/panel.d.ts';
import { read, write } from '../client.js';

type Schemas = components['schemas'];
export type DraftState = Schemas['DraftStateDto'];
/** With the time at which it is to be sent, as it was typed. */
export type ListedDraft = Schemas['ListedDraftDto'];
/** The form is what a page of some build saved: nothing is known of it. */
export type StoredDraft = Schemas['DraftDto'];

/** Subject of drafts: campaigns, or journeys. */
export type DraftPlace = 'drafts' | 'journey-drafts';

const pathOf = (app: string, place: DraftPlace, ...rest: string[]): string =>
  ['/apps', ...[app, place, ...rest].map(encodeURIComponent)].join('/');

/** Open drafts, the one that was changed last first. */
export const openDrafts = (app: string, place: DraftPlace = 'drafts') =>
  queryOptions({
    queryKey: [app, place],
    queryFn: ({ signal }) => read<{ items: ListedDraft[] }>(pathOf(app, place), {}, signal),
    staleTime: 0,
  });

/** A draft when it is opened; the page that writes on it asks for news itself. */
export const draftToOpen = (app: string, id: string, place: DraftPlace = 'drafts') =>
  queryOptions({
    queryKey: [app, place, id],
    queryFn: ({ signal }) => read<StoredDraft>(pathOf(app, place, id), {}, signal),
    staleTime: Infinity,
    gcTime: 0,
  });

/** A draft as it is now, and what became of it. @throws {Refusal} */
export function readDraft(app: string, id: string, place: DraftPlace = 'drafts'): Promise<StoredDraft> {
  return read<StoredDraft>(pathOf(app, place, id));
}

/** The saved part of a draft. */
export interface DraftContent {
  name: string;
  body: object;
}

/** Begins a draft. @param key  the same for each try of one beginning @throws {Refusal} */
export function createDraft(
  app: string,
  content: DraftContent,
  key: string,
  place: DraftPlace = 'drafts',
): Promise<DraftState> {
  return write(pathOf(app, place), content, key);
}

/**
 * Saves a draft, where it is still of the version that was changed.
 *
 * @param key  the same for each try of one save
 * @throws {Refusal} changed_meanwhile for another version
 */
export function saveDraft(
  app: string,
  { id, version }: Pick<DraftState, 'id' | 'version'>,
  content: DraftContent,
  key: string,
  place: DraftPlace = 'drafts',
): Promise<DraftState> {
  return write(pathOf(app, place, id, 'save'), { ...content, version }, key);
}

/** Deletes a draft, where it is still what was seen. @throws {Refusal} as `saveDraft` */
export function deleteDraft(
  app: string,
  { id, version }: Pick<DraftState, 'id' | 'version'>,
  place: DraftPlace = 'drafts',
): Promise<void> {
  return write(pathOf(app, place, id, 'delete'), { version });
}
