import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import {
  checkCampaign,
  launchCampaign,
  type CampaignCheck,
  type ComposedCampaign,
  type Launched,
} from '../api/compose/compose.js';
import { Refusal } from '../api/refusal.js';
import { CheckFigures } from '../figures/sends/check-figures.js';
import { Button } from '../kit/controls/button.js';
import { Card } from '../kit/layout/card.js';
import { wordsOf } from '../loading/loaded.js';
import { useApplication } from '../session/application.js';
import { useSpeech } from '../words/words.js';
import css from './composer.module.css';
import { campaignOf, type Draft } from './draft.js';
import { useZone } from './who-when-cards.js';
import { useComposerWords } from './words.js';

interface Checked {
  /** As it was checked, so that any change is seen. */
  text: string;
  campaign: ComposedCampaign;
  check: CampaignCheck;
}

interface CheckCardProps {
  draft: Draft;
  /** The request that it takes the place of. */
  revises: string | undefined;
  onLaunched: (launched: Launched) => void;
}

/** Counts whom it would reach, and sends to them and nobody else. */
export function CheckCard({ draft, revises, onLaunched }: CheckCardProps) {
  const { w } = useSpeech();
  const words = useComposerWords();
  const { app, may } = useApplication();
  const campaign = campaignOf(draft, useZone());
  const text = JSON.stringify(campaign);
  const [checked, setChecked] = useState<Checked>();
  const asking = useRef<AbortController>(undefined);
  useEffect(() => () => asking.current?.abort(), []);
  const check = useMutation({
    mutationFn: async (wanted: ComposedCampaign): Promise<Checked> => {
      asking.current?.abort();
      asking.current = new AbortController();
      const told = await checkCampaign(app.key, wanted, asking.current.signal);
      return { text: JSON.stringify(wanted), campaign: wanted, check: told };
    },
    onSuccess: setChecked,
  });
  const launch = useMutation({
    mutationFn: (seen: Checked) => launchCampaign(app.key, seen.campaign, seen.check, { key: draft.key, revises }),
    onSuccess: onLaunched,
    onError: (error) => {
      if (error instanceof Refusal && error.code === 'changed_meanwhile') {
        setChecked(undefined);
      }
    },
  });
  const isCurrent = checked !== undefined && checked.text === text;
  const error = launch.error ?? check.error;
  return (
    <Card title={words.checkTitle}>
      <div className={css['rows']}>
        <p className={css['quiet']}>{campaign === undefined ? words.incomplete : words.checkHelp}</p>
        <p className={css['actions']}>
          <Button
            kind={isCurrent ? 'plain' : 'primary'}
            isDisabled={campaign === undefined}
            isPending={check.isPending}
            onPress={() => {
              launch.reset();
              if (campaign) {
                check.mutate(campaign);
              }
            }}
          >
            {words.check}
          </Button>
        </p>
        <div className={css['rows']} role="status">
          {error !== null && (
            <p className={css['warning']}>
              {faultText(error, words, (refusal) => wordsOf(refusal, w.state.offline, w.state.serverFault))}
            </p>
          )}
          {checked && !isCurrent && <p className={css['warning']}>{words.changed}</p>}
          {isCurrent && <CheckFigures check={checked.check} />}
        </div>
        {checked && may('campaigns.send') && (
          <p className={css['actions']}>
            <Button
              kind="primary"
              className={css['long']}
              isDisabled={!isCurrent || checked.check.planned === 0}
              isPending={launch.isPending}
              onPress={() => launch.mutate(checked)}
            >
              {sendWords(checked.check, words)}
            </Button>
          </p>
        )}
      </div>
    </Card>
  );
}

type Words = ReturnType<typeof useComposerWords>;

/** The button says how many it reaches. */
function sendWords({ planned, startsAt, needsApproval }: CampaignCheck, words: Words): string {
  if (needsApproval) {
    return words.ask(planned);
  }
  return startsAt === null ? words.send(planned) : words.schedule(planned);
}

function faultText(error: Error, words: Words, told: (refusal: Refusal | undefined) => string): string {
  const refusal = error instanceof Refusal ? error : undefined;
  switch (refusal?.code) {
    case 'changed_meanwhile':
      return words.meanwhile;
    case 'idempotency_reused':
      return words.twice;
    default:
      return told(refusal);
  }
}
