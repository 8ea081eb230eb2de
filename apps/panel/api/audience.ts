import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { askLong, read, write } from './client.js';
import type {
  AudienceAttributes,
  AudienceBreakdown,
  AudienceOverlap,
  AudiencePreview,
  AudienceReach,
  AudienceSample,
  AudienceValues,
  AudienceWords,
} from './types.js';

const pathOf = (app: string, name: string): string => `/apps/${encodeURIComponent(app)}/audience/${name}`;

/** Reads the attributes, tags, segments and events that can describe an audience. */
export const audienceWords = (app: string) =>
  queryOptions({
    queryKey: [app, 'audience', 'words'],
    queryFn: ({ signal }) => read<AudienceWords>(pathOf(app, 'words'), {}, signal),
  });

/**
 * Counts the users of a target. The earlier number stays until the next one is there, and an outdated question is
 * aborted.
 *
 * @param quick  leaves out clauses that only rows answer: behaviour, and places without an index
 */
export const audiencePreview = (app: string, target: object, quick: boolean) =>
  queryOptions({
    queryKey: [app, 'audience', target, quick],
    queryFn: async ({ signal, client }) => {
      const startedAt = Date.now();
      const preview = await askLong<AudiencePreview>(pathOf(app, 'preview'), { target, quick }, signal);
      if (!quick) {
        client.setQueryData(lastDuration(app, target).queryKey, Date.now() - startedAt);
      }
      return preview;
    },
    placeholderData: keepPreviousData,
    retry: false,
  });

/** Clauses that the server reads rows for. */
const SLOW_CLAUSES = ['event', 'product', 'firstSeen', 'lastSeen', 'location'];

/** How long the last whole count took, in milliseconds, of a target with the same kinds of slow clauses; null: none yet. */
export const lastDuration = (app: string, target: object) =>
  queryOptions({
    queryKey: [app, 'audience duration', SLOW_CLAUSES.filter((kind) => names(target, kind)).join()],
    queryFn: (): number | null => null,
    staleTime: Infinity,
    gcTime: Infinity,
  });

/** Says if a target or a part of it has a clause. */
function names(target: unknown, kind: string): boolean {
  return Array.isArray(target)
    ? target.some((part) => names(part, kind))
    : typeof target === 'object' &&
        target !== null &&
        (kind in target ||
          ['all', 'any', 'none'].some((group) => names((target as Record<string, unknown>)[group], kind)));
}

/** A source of values: an attribute, an attribute of devices, or tags by their names. */
export interface ValueSource {
  by: 'attribute' | 'device' | 'tag';
  code: string;
}

/** Values that users have and that begin so; none where the member may not see them. */
export const audienceValues = (app: string, { by, code }: ValueSource, begins: string) =>
  queryOptions({
    queryKey: [app, 'audience', 'values', by, code, begins],
    queryFn: ({ signal }) => read<AudienceValues>(pathOf(app, 'values'), { by, code, begins }, signal),
    retry: false,
  });

/** A source of the values of users: an attribute, or an attribute of devices. */
export interface BreakdownSource {
  by: 'attribute' | 'device';
  code: string;
}

/** The users of a target by value, or by range of values. */
export const audienceBreakdown = (app: string, target: object, { by, code }: BreakdownSource) =>
  queryOptions({
    queryKey: [app, 'audience', 'breakdown', target, by, code],
    queryFn: ({ signal }) => askLong<AudienceBreakdown>(pathOf(app, 'breakdown'), { target, by, code }, signal),
    retry: false,
  });

/** Some users of a target. @param draw  another one draws others */
export const audienceSample = (app: string, target: object, draw: number) =>
  queryOptions({
    queryKey: [app, 'audience', 'sample', target, draw],
    queryFn: ({ signal }) => askLong<AudienceSample>(pathOf(app, 'sample'), { target }, signal),
    retry: false,
    staleTime: Infinity,
  });

/** How many users several targets share, two by two. */
export const audienceOverlap = (app: string, targets: readonly object[]) =>
  queryOptions({
    queryKey: [app, 'audience', 'overlap', targets],
    queryFn: ({ signal }) => askLong<AudienceOverlap>(pathOf(app, 'overlap'), { targets }, signal),
    retry: false,
  });

/**
 * Counts the users of a target who drop out before a message, by platform.
 *
 * @param categories  of the message, by name
 */
export const audienceReach = (
  app: string,
  target: object,
  platforms: readonly string[],
  categories: readonly string[],
) =>
  queryOptions({
    queryKey: [app, 'audience', 'reach', target, platforms, categories],
    queryFn: ({ signal }) =>
      askLong<AudienceReach>(
        pathOf(app, 'reach'),
        { target, platforms, ...(categories.length > 0 && { categories }) },
        signal,
      ),
    placeholderData: keepPreviousData,
    retry: false,
  });

/** Attributes that begin so, with how many of a target have a value. */
export const audienceAttributes = (app: string, target: object, begins: string) =>
  queryOptions({
    queryKey: [app, 'audience', 'attributes', target, begins],
    queryFn: ({ signal }) => askLong<AudienceAttributes>(pathOf(app, 'attributes'), { target, begins }, signal),
    retry: false,
  });

/** Makes a segment. @param key  of this very segment: a second press makes nothing */
export function addSegment(app: string, segment: { name: string; target: object }, key: string): Promise<void> {
  return write(pathOf(app, 'segments'), segment, key);
}
