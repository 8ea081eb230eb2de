import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { components } from '../../../../openapi/panel.d.ts';
import { ask } from '../client.js';

type RunTimes = components['schemas']['RunTimesDto'];

/** The next runs of a schedule that repeats. A new question aborts the earlier one. */
export const nextRuns = (app: string, schedule: object) =>
  queryOptions({
    queryKey: [app, 'compose', 'runs', schedule],
    queryFn: ({ signal }) => ask<RunTimes>(`/apps/${encodeURIComponent(app)}/campaigns/runs`, schedule, signal),
    placeholderData: keepPreviousData,
    retry: false,
  });
