import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { requestNeighbours } from '../api/compose/neighbours.js';
import { NeighbourTable } from '../figures/sends/neighbours/neighbour-table.js';
import { useNeighbourMessages } from '../figures/sends/neighbours/messages.js';
import { Button } from '../kit/controls/button.js';
import { Card } from '../kit/layout/card.js';
import { useApplication } from '../session/application.js';
import css from './approvals.module.css';

/**
 * Lists other campaigns around a request, and counts the users who get both. The count starts on request, and can be
 * stopped.
 */
export function NeighboursCard({ requestKey }: { requestKey: string }) {
  const messages = useNeighbourMessages();
  const { app } = useApplication();
  const client = useQueryClient();
  const [isAsked, setIsAsked] = useState(false);
  const question = requestNeighbours(app.key, requestKey);
  const { data, isFetching, isError, refetch } = useQuery({ ...question, enabled: isAsked });
  const stop = (): void => {
    setIsAsked(false);
    void client.cancelQueries({ queryKey: question.queryKey });
  };
  return (
    <Card title={messages.title}>
      <div className={css['rows']}>
        <div role="status" className={css['rows']}>
          {data && <NeighbourTable app={app.key} neighbourhood={data} hasBoth />}
          {isError && <p className={css['warning']}>{messages.fault}</p>}
        </div>
        {data === undefined && (
          <p className={css['actions']}>
            <Button isPending={isFetching} onPress={() => (isAsked ? void refetch() : setIsAsked(true))}>
              {messages.count}
            </Button>
            {isFetching && <Button onPress={stop}>{messages.stop}</Button>}
          </p>
        )}
      </div>
    </Card>
  );
}
