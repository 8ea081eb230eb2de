import { queryOptions } from '@tanstack/react-query';
import { followCheck } from './check.js';

/**
 * Counts the people that a campaign that has not begun would reach now.
 *
 * @param dueAt    its time: after a move it is counted again
 * @param onShare  receives the share of a long count that is done, 0 to 1
 * @param fresh    true: a count of the last minutes will not do
 */
export const campaignForecast = (
  app: string,
  key: string,
  dueAt: string | null,
  { onShare, fresh = false }: { onShare: (share: number) => void; fresh?: boolean },
) =>
  queryOptions({
    queryKey: [app, 'campaign', key, 'forecast', dueAt],
    queryFn: ({ signal }) => {
      const path = ['/apps', ...[app, 'campaigns', key, 'forecast'].map(encodeURIComponent)].join('/');
      return followCheck(app, path, { fresh }, { signal, onShare });
    },
    staleTime: Infinity,
    retry: false,
  });
