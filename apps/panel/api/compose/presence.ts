import type { components } from '../../../../openapi/panel.d.ts';
import { report } from '../client.js';
import type { DraftPlace } from './drafts.js';

type Schemas = components['schemas'];
export type DraftReader = Schemas['DraftWriterDto'];

/**
 * Reports that a page has a draft open, or leaves it.
 *
 * @returns the other members who have it open; an empty list while it leaves
 * @throws {Refusal}
 */
export async function meetDraft(
  app: string,
  place: DraftPlace,
  draft: string,
  page: Schemas['DraftPageDto'],
): Promise<DraftReader[]> {
  const path = ['/apps', ...[app, place, draft, 'presence'].map(encodeURIComponent)].join('/');
  return (await report<Schemas['DraftReadersDto']>(path, page)).items;
}
