import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { ComposedCampaign } from '../../api/compose/message.js';
import { willGet, type PersonQuestion } from '../../api/compose/will-get.js';
import type { Explanation } from '../../api/types.js';
import { ExplanationParts } from '../../widgets/clauses/explanation.js';
import { Button } from '../../kit/controls/button.js';
import { Card } from '../../kit/layout/card.js';
import { Skeleton } from '../../kit/states/skeleton.js';
import { Loaded } from '../../loading/loaded.js';
import { useApplication } from '../../session/application.js';
import css from '../form/composer.module.css';
import { useWillGetMessages } from './messages.js';

interface WillGetCardProps {
  /** Undefined while something is missing. */
  campaign: ComposedCampaign | undefined;
  /** The person of the preview; empty: none. */
  extId: string;
}

/** Explains why a person would or would not get the campaign as it is written. */
export function WillGetCard({ campaign, extId }: WillGetCardProps) {
  const messages = useWillGetMessages();
  const { app } = useApplication();
  const [asked, setAsked] = useState<PersonQuestion>();
  const answer = useQuery(willGet(app.key, asked));
  const question = campaign === undefined || extId === '' ? undefined : { campaign, extId };
  const isSame = JSON.stringify(question) === JSON.stringify(asked);
  const ask = (): void => {
    if (isSame) {
      void answer.refetch();
    } else {
      setAsked(question);
    }
  };
  return (
    <Card title={messages.title(extId)} note={messages.note}>
      <div className={css['rows']}>
        <p className={css['actions']}>
          <Button isDisabled={question === undefined} isPending={answer.isFetching} onPress={ask}>
            {messages.ask}
          </Button>
          {question === undefined && (
            <span className={css['quiet']}>{extId === '' ? messages.noPerson : messages.unfinished}</span>
          )}
        </p>
        {asked !== undefined && (
          <div className={css['rows']} role="status">
            {!isSame && <p className={css['quiet']}>{messages.old}</p>}
            <Loaded
              query={answer}
              skeleton={<Skeleton lines={3} />}
              missing={{ title: messages.unknown(asked.extId), help: messages.unknownHelp }}
            >
              {(answer) => (
                <>
                  <p>
                    <strong>{messages[verdictOf(answer)](asked.extId)}</strong>
                  </p>
                  <ExplanationParts clauses={answer.clauses} devices={answer.devices} />
                  {asked.campaign.limit !== undefined && <p className={css['quiet']}>{messages.limit}</p>}
                </>
              )}
            </Loaded>
          </div>
        )}
      </div>
    </Card>
  );
}

function verdictOf({ included, clauses }: Explanation): 'yes' | 'outside' | 'unreached' {
  return included ? 'yes' : clauses.every(({ holds }) => holds) ? 'unreached' : 'outside';
}
