import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { CampaignCheck } from '../../api/compose/check.js';
import { campaignForecast } from '../../api/compose/forecast.js';
import type { Campaign } from '../../api/types.js';
import { useApplication } from '../../session/application.js';
import { isAhead } from './beginning.js';

export interface ForecastState {
  /** Undefined until it is counted. */
  check: CampaignCheck | undefined;
  /** Progress of a long count, 0 to 1. */
  share: number;
  isPending: boolean;
  fault: Error | null;
  countAgain: () => void;
}

/** The forecast of a campaign that has not begun. Every part of its page shows the same count. */
export function useForecast(campaign: Campaign): ForecastState {
  const { app } = useApplication();
  const client = useQueryClient();
  const [share, setShare] = useState(0);
  const { key, dueAt } = campaign;
  const query = useQuery({
    ...campaignForecast(app.key, key, dueAt, { onShare: setShare }),
    enabled: isAhead(campaign),
  });
  return {
    check: query.data,
    share,
    isPending: query.isFetching,
    fault: query.error,
    countAgain: () =>
      void client
        .fetchQuery({ ...campaignForecast(app.key, key, dueAt, { onShare: setShare, fresh: true }), staleTime: 0 })
        .catch(() => undefined),
  };
}
