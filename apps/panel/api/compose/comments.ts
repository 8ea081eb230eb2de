import { queryOptions } from '@tanstack/react-query';
import type { components } from '../../../../openapi/panel.d.ts';
import { read, write } from '../client.js';

type Schemas = components['schemas'];
export type DraftComment = Schemas['DraftCommentDto'];

const pathOf = (app: string, draft: string, ...rest: string[]): string =>
  ['/apps', ...[app, 'drafts', draft, 'comments', ...rest].map(encodeURIComponent)].join('/');

/** Colleagues write while the page is open. */
const POLL_MS = 30_000;

/** The comments on a draft, the oldest first. */
export const commentsOf = (app: string, draft: string) =>
  queryOptions({
    queryKey: [app, 'drafts', draft, 'comments'],
    queryFn: ({ signal }) => read<Schemas['DraftCommentsDto']>(pathOf(app, draft), {}, signal),
    refetchInterval: POLL_MS,
  });

/** @throws {Refusal} */
export function addComment(app: string, draft: string, text: string): Promise<Schemas['DraftCommentsDto']> {
  return write(pathOf(app, draft), { text });
}

/** @throws {Refusal} */
export function removeComment(app: string, draft: string, id: string): Promise<void> {
  return write(pathOf(app, draft, id, 'remove'), {});
}
