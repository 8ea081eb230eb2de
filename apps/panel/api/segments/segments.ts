import { queryOptions } from '@tanstack/react-query';
import { read, write } from '../client.js';
import { newKey } from '../idempotency/new-key.js';
import type { EditedSegment, SegmentOverviews } from '../types.js';

const pathOf = (app: string, ...parts: string[]): string =>
  ['/apps', encodeURIComponent(app), 'audience', 'segments', ...parts].join('/');

/** Segments with their sizes, and what names them. */
export const segmentOverviews = (app: string) =>
  queryOptions({
    queryKey: [app, 'segments'],
    queryFn: ({ signal }) => read<SegmentOverviews>(pathOf(app), {}, signal),
  });

/** A segment with its target. */
export const editedSegment = (app: string, id: string) =>
  queryOptions({
    queryKey: [app, 'segments', id],
    queryFn: ({ signal }) => read<EditedSegment>(pathOf(app, encodeURIComponent(id)), {}, signal),
  });

/** Gives a segment another target. @param base  of what was edited */
export function changeSegment(app: string, id: string, change: { target: object; base: string }): Promise<void> {
  return write(pathOf(app, encodeURIComponent(id), 'change'), change, newKey());
}

/** Removes a segment. */
export function removeSegment(app: string, id: string): Promise<void> {
  return write(pathOf(app, encodeURIComponent(id), 'remove'), {}, newKey());
}
