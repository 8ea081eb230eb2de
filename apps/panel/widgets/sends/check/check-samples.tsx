import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { checkSamples, type CampaignCheck } from '../../../api/compose/check.js';
import { Button } from '../../../kit/controls/button.js';
import { Arrivals } from '../arrivals.js';
import css from './check.module.css';
import { useCheckMessages } from './messages.js';

/**
 * Shows the message for a few of its recipients, on request.
 *
 * @param app  key of the application
 */
export function CheckSamples({ app, check: { id, samples } }: { app: string; check: CampaignCheck }) {
  const messages = useCheckMessages();
  const [asked, setAsked] = useState<string>();
  const { data, isError, isFetching, refetch } = useQuery({ ...checkSamples(app, id), enabled: asked === id });
  if (samples === 0) {
    return null;
  }
  return (
    <div className={css['rows']}>
      {data === undefined && (
        <p>
          <Button isPending={isFetching} onPress={() => (asked === id ? void refetch() : setAsked(id))}>
            {messages.showSamples(samples)}
          </Button>
        </p>
      )}
      {isError && <p className={css['quiet']}>{messages.samplesFault}</p>}
      {data && (
        <>
          <h3 className={css['group']}>{messages.samples}</h3>
          {data.items.length > 0 ? (
            <Arrivals items={data.items} />
          ) : (
            <p className={css['quiet']}>{data.hidden === null ? messages.noSamples : messages.hidden(data.hidden)}</p>
          )}
        </>
      )}
    </div>
  );
}
