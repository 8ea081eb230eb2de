import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { journeyPeriod, type Journey } from '../../api/journeys.js';
import { useApplication } from '../../session/application.js';
import { figuresOf, type Figures } from '../editor/model/figures.js';
import { firstDayOf, type Period } from './period.js';

/** People at the steps of a journey, live: now, and within a period. @param journey  undefined: it is not there yet */
export function useFigures(journey: Journey | undefined, period: Period): Figures {
  const { app } = useApplication();
  const [openedAt] = useState(() => new Date());
  const query = useQuery({
    ...journeyPeriod(app.key, journey?.id ?? '', firstDayOf(period, openedAt)),
    enabled: journey !== undefined,
  });
  const { data } = query;
  return useMemo(() => figuresOf(journey, data, period === 'all'), [journey, data, period]);
}
