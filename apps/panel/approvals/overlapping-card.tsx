import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { requestOverlapping } from '../api/compose/overlapping-campaigns.js';
import { OverlappingTable } from '../widgets/sends/overlapping/overlap-table.js';
import { useOverlappingMessages } from '../widgets/sends/overlapping/messages.js';
import { Button } from '../kit/controls/button.js';
import { Card } from '../kit/layout/card.js';
import { useApplication } from '../session/application.js';
import css from './approvals.module.css';

/**
 * Lists other campaigns around a request, and counts the users who get both. The count starts on request, and can be
 * stopped.
 */
export function OverlappingCard({ requestKey }: { requestKey: string }) {
  const messages = useOverlappingMessages();
  const { app } = useApplication();
  const client = useQueryClient();
  const [isAsked, setIsAsked] = useState(false);
  const question = requestOverlapping(app.key, requestKey);
  const { data, isFetching, isError, refetch } = useQuery({ ...question, enabled: isAsked });
  const stop = (): void => {
    setIsAsked(false);
    void client.cancelQueries({ queryKey: question.queryKey });
  };
  return (
    <Card title={messages.title}>
      <div className={css['rows']}>
        <div role="status" className={css['rows']}>
          {data && <OverlappingTable app={app.key} overlapping={data} hasBoth />}
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
