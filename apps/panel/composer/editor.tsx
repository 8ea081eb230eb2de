import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { composePreview, type Launched } from '../api/compose/compose.js';
import { useSettled } from '../widgets/use-settled.js';
import { useZone } from '../session/use-zone.js';
import { Button } from '../kit/controls/button.js';
import { Link } from '../kit/controls/link.js';
import { Card } from '../kit/layout/card.js';
import { Columns, Stack } from '../kit/layout/screen.js';
import { paths } from '../navigation/paths.js';
import { useApplication } from '../session/application.js';
import { CARDS, CheckCard, type CheckCardProps } from './check-card.js';
import css from './form/composer.module.css';
import { campaignOf, shownOf, writtenOf, type Draft } from './form/draft.js';
import { faultsOf } from './form/faults.js';
import { useHistory } from './editing/use-history.js';
import { useHistoryMessages } from './editing/messages.js';
import { PreviewCard } from './preview/preview-card.js';
import { RequestDialog } from './editing/request-dialog.js';
import { usePlaces } from './editing/use-places.js';
import { MessageCard } from './message-card.js';
import { ScheduleCard } from './schedule-card.js';
import { useKnownWords } from './form/known-words.js';
import { AudienceCard } from './audience-card.js';
import { useComposerMessages } from './form/messages.js';

/** After the last key, so that ten keys ask once. */
const TYPING_MS = 300;

interface EditorProps {
  draft: Draft;
  revises?: string | undefined;
  /** Above the form: whether it is saved. */
  notice?: ReactNode;
  /** Above the preview, while nothing is written. */
  start?: ReactNode;
  /** How it is launched. */
  launch?: Pick<CheckCardProps, 'isHeld' | 'launchSaved' | 'onMoved'>;
  onChange: (draft: Draft) => void;
  onDiscard: () => void;
  onLaunched: () => void;
  /** Writes another one, where that can be done here. */
  onAnother?: () => void;
}

/** The fields of a campaign, and beside them what will come of it. */
export function Editor(props: EditorProps) {
  const { draft, revises, notice, launch, start, onChange, onDiscard, onLaunched, onAnother } = props;
  const messages = useComposerMessages();
  const historyMessages = useHistoryMessages();
  const { app } = useApplication();
  const [launched, setLaunched] = useState<Launched>();
  const [refused, setRefused] = useState<{ draft: Draft; error: Error }>();
  const settled = useSettled(draft, TYPING_MS);
  const written = writtenOf(settled);
  const preview = useQuery(composePreview(app.key, written, shownOf(settled, written)));
  const history = useHistory(draft, settled, onChange);
  const campaign = campaignOf(draft, useZone(), useKnownWords());
  const refusal = refused?.draft === draft ? refused.error : null;
  const place = usePlaces(refusal);
  const change = (fields: Partial<Draft>): void => onChange({ ...draft, ...fields });
  if (launched !== undefined) {
    return (
      <Card title={launched.waits ? messages.asked : messages.done}>
        <div className={css['rows']} role="status">
          <p>{launched.waits ? messages.askedHelp : messages.doneHelp}</p>
          <p className={css['actions']}>
            <Link
              kind="button"
              href={launched.waits ? paths.approvals(app.key, launched.key) : paths.campaign(app.key, launched.key)}
            >
              {launched.waits ? messages.seeRequest : messages.seeIt}
            </Link>
            {onAnother && <Button onPress={onAnother}>{messages.another}</Button>}
          </p>
        </div>
      </Card>
    );
  }
  const faults = faultsOf(written === undefined ? undefined : preview.data, [preview.error, refusal], messages);
  return (
    <div ref={place}>
      <Columns>
        <Stack>
          {notice}
          <div id={CARDS.message} data-part="what">
            <MessageCard draft={draft} faults={faults} onChange={change} />
          </div>
          <div id={CARDS.target} data-part="who">
            <AudienceCard draft={draft} onChange={change} />
          </div>
          <div id={CARDS.schedule} data-part="when">
            <ScheduleCard draft={draft} faults={faults} onChange={change} />
          </div>
          <div className={css['rows']}>
            <p className={css['actions']}>
              <Button isDisabled={history.undo === undefined} onPress={() => history.undo?.()}>
                {historyMessages.undo}
              </Button>
              <Button isDisabled={history.redo === undefined} onPress={() => history.redo?.()}>
                {historyMessages.redo}
              </Button>
              <RequestDialog campaign={campaign} />
              <Button kind="quiet" onPress={onDiscard}>
                {messages.discard}
              </Button>
            </p>
            <p className={css['quiet']}>{historyMessages.keys}</p>
          </div>
        </Stack>
        <div className={css['truth']}>
          <div className={css['shown']}>
            {start}
            <PreviewCard
              draft={draft}
              campaign={campaign}
              written={written}
              preview={written === undefined ? undefined : preview.data}
              isStale={settled !== draft || preview.isPlaceholderData}
              faults={faults}
              onChange={change}
            />
          </div>
          <div className={css['check']}>
            <CheckCard
              draft={draft}
              revises={revises}
              {...launch}
              onRefused={(error) => setRefused({ draft, error })}
              onLaunched={(sent) => {
                onLaunched();
                setLaunched(sent);
              }}
            />
          </div>
        </div>
      </Columns>
    </div>
  );
}
