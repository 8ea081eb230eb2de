import { queryOptions } from '@tanstack/react-query';
import type { components } from '../../../../openapi/panel.d.ts';
import { read, write } from '../client.js';

type Schemas = components['schemas'];
export type DraftState = Schemas['DraftStateDto'];
/** With the time at which it is to be sent, as it was typed. */
export type ListedDraft = Schemas['ListedDraftDto'];
/** The form is what a page of some build saved: nothing is known of it. */
export type StoredDraft = Schemas['DraftDto'];

const pathOf = (app: string, ...rest: string[]): string =>
  ['/apps', ...[app, 'drafts', ...rest].map(encodeURIComponent)].join('/');

/** Open drafts, the one that was changed last first. */
export const openDrafts = (app: string) =>
  queryOptions({
    queryKey: [app, 'drafts'],
    queryFn: ({ signal }) => read<{ items: ListedDraft[] }>(pathOf(app), {}, signal),
    staleTime: 0,
  });

/** A draft when it is opened; the page that writes on it asks for news itself. */
export const draftToOpen = (app: string, id: string) =>
  queryOptions({
    queryKey: [app, 'drafts', id],
    queryFn: ({ signal }) => read<StoredDraft>(pathOf(app, id), {}, signal),
    staleTime: Infinity,
    gcTime: 0,
  });

/** A draft as it is now, and what became of it. @throws {Refusal} */
export function readDraft(app: string, id: string): Promise<StoredDraft> {
  return read<StoredDraft>(pathOf(app, id));
}

/** The saved part of a draft. */
export interface DraftContent {
  name: string;
  body: object;
}

/** Begins a draft. @param key  the same for each try of one beginning @throws {Refusal} */
export function createDraft(app: string, content: DraftContent, key: string): Promise<DraftState> {
  return write(pathOf(app), content, key);
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
): Promise<DraftState> {
  return write(pathOf(app, id, 'save'), { ...content, version }, key);
}

/** Deletes a draft, where it is still what was seen. @throws {Refusal} as `saveDraft` */
export function deleteDraft(app: string, { id, version }: Pick<DraftState, 'id' | 'version'>): Promise<void> {
  return write(pathOf(app, id, 'delete'), { version });
}
