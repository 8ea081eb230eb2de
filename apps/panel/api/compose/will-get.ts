import { queryOptions } from '@tanstack/react-query';
import { ask } from '../client.js';
import type { Explanation } from '../types.js';
import type { ComposedCampaign } from './message.js';

/** An unsaved campaign, and the person in question. */
export interface PersonQuestion {
  campaign: ComposedCampaign;
  extId: string;
}

/**
 * Explains why a campaign would or would not reach a person now.
 *
 * @param question  undefined: nothing is asked yet
 */
export const willGet = (app: string, question: PersonQuestion | undefined) =>
  queryOptions({
    queryKey: [app, 'compose', 'will-get', question],
    queryFn: ({ signal }) =>
      ask<Explanation>(
        `/apps/${encodeURIComponent(app)}/compose/will-get`,
        { ...question?.campaign, extId: question?.extId },
        signal,
      ),
    enabled: question !== undefined,
    retry: false,
  });
