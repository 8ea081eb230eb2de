import { lazy, Suspense, useMemo, useState, type ReactNode } from 'react';
import type { Launched } from '../api/compose/compose.js';
import type { Written } from '../api/compose/message.js';
import { useSettled } from '../widgets/use-settled.js';
import { useZone } from '../session/use-zone.js';
import { Button } from '../kit/controls/button.js';
import { Link } from '../kit/controls/link.js';
import { Card } from '../kit/layout/card.js';
import { Skeleton } from '../kit/states/skeleton.js';
import { Stack } from '../kit/layout/screen.js';
import { paths } from '../navigation/paths.js';
import { useApplication } from '../session/application.js';
import { CARDS } from './form/cards.js';
import { fillDefaults, hasPlace } from './sending/fill-defaults.js';
import { CheckCard } from './sending/check-card.js';
import { SendBar } from './sending/send-bar.js';
import { useSending } from './sending/use-sending.js';
import css from './form/composer.module.css';
import {
  changeFields,
  choosePlatforms,
  composedOf,
  draftOfContent,
  listOpenPlatforms,
  openContent,
  type CampaignDraft,
} from './contents/campaign-draft.js';
import { ContentsBar } from './contents/contents-bar.js';
import { useMissing } from './contents/use-missing.js';
import { useContentPreview } from './contents/use-content-preview.js';
import { writtenOf, type Draft } from './form/draft.js';
import type { DraftEditing } from './drafts/draft-page.js';
import { useHistory } from './editing/use-history.js';
import { useHistoryMessages } from './editing/messages.js';
import { useOwnTester } from './preview/own-tester.js';
import { PreviewCard } from './preview/preview-card.js';
import { RequestDialog } from './editing/request-dialog.js';
import { usePlaces } from './editing/use-places.js';
import { MessageCard } from './message-card.js';
import { ScheduleCard } from './schedule-card.js';
import { useKnownWords } from './form/known-words.js';
import { AudienceCard } from './audience-card.js';
import { useComposerMessages } from './form/messages.js';

/** Only some members may see single people. */
const PersonCards = lazy(() =>
  import('./sending/late-parts.js').then(({ PersonCards: component }) => ({ default: component })),
);

/** One content reaches each person, whatever the rule is. */
const ReachCard = lazy(() =>
  import('./contents/reach-card.js').then(({ ReachCard: component }) => ({ default: component })),
);

/** After the last key, so that ten keys ask once. */
const TYPING_MS = 300;

interface EditorProps {
  draft: CampaignDraft;
  revises?: string | undefined;
  /** Above the form: whether it is saved. */
  notice?: ReactNode;
  /** Below the form: what members say about it. */
  comments?: ReactNode;
  /** Above the preview, while nothing is written. */
  start?: ReactNode;
  /** How it is launched. */
  launch?: DraftEditing<CampaignDraft>['launch'];
  onChange: (draft: CampaignDraft) => void;
  onDiscard: () => void;
  onLaunched: () => void;
  /** Writes another one, where that can be done here. */
  onAnother?: () => void;
}

/** The fields of a campaign, and beside them what will come of it. */
export function Editor(props: EditorProps) {
  const { draft, revises, notice, comments, launch, start, onChange, onDiscard, onLaunched, onAnother } = props;
  const messages = useComposerMessages();
  const historyMessages = useHistoryMessages();
  const { app, may } = useApplication();
  const [launched, setLaunched] = useState<Launched>();
  const [refused, setRefused] = useState<{ draft: CampaignDraft; error: Error }>();
  const settled = useSettled(draft, TYPING_MS);
  const history = useHistory(draft, settled, onChange);
  const campaign = composedOf(draft, useZone(), useKnownWords());
  const refusal = refused?.draft === draft ? refused.error : null;
  const place = usePlaces(refusal);
  const content = openContent(draft);
  const view = useMemo(() => draftOfContent(draft, content), [draft, content]);
  // After a change of the content in sight, its texts are there before the pause of typing is over.
  const shown = settled.contents.find(({ id }) => id === content.id) ?? content;
  const { written, preview, isPlaceholder, faults } = useContentPreview(settled, shown, refusal);
  const isStale = settled !== draft || isPlaceholder;
  const extId = draft.extId.trim();
  const missing = useMissing(draft, campaign);
  const tester = useOwnTester();
  const sending = useSending(campaign, {
    key: draft.key,
    revises,
    launchSaved: launch?.launchSaved,
    onMoved: launch?.onMoved,
    onRefused: (error) => setRefused({ draft, error }),
    onLaunched: (sent) => {
      onLaunched();
      setLaunched(sent);
    },
  });
  const change = (fields: Partial<Draft>): void => onChange(changeFields(draft, fields));
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
  return (
    <div ref={place}>
      <div className={css['parts']}>
        <Stack>
          {notice}
          <div id={CARDS.message} data-part="what">
            <MessageCard
              draft={view}
              content={content.id}
              platforms={listOpenPlatforms(draft)}
              contents={<ContentsBar campaign={draft} settled={settled} refusal={refusal} onChange={onChange} />}
              faults={faults}
              onPlatforms={(platforms) => onChange(choosePlatforms(draft, platforms))}
              onChange={change}
            />
          </div>
          <div id={CARDS.target} data-part="who">
            <AudienceCard draft={view} onChange={change} />
          </div>
          {draft.contents.length > 1 && (
            <Suspense>
              <ReachCard
                campaign={draft}
                faults={faults}
                onChange={(reaching) => onChange({ ...draft, ...reaching })}
              />
            </Suspense>
          )}
          <div id={CARDS.schedule} data-part="when">
            <ScheduleCard draft={view} faults={faults} onChange={change} />
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
          {comments}
        </Stack>
        <div className={css['truth']} data-column>
          <div className={css['shown']}>
            {start}
            <PreviewCard
              draft={view}
              written={written}
              preview={preview}
              isStale={isStale}
              faults={faults}
              own={tester.own}
              onChange={change}
            />
          </div>
          <div className={css['check']}>
            <CheckCard
              sending={sending}
              filling={{
                canFill: (at) => hasPlace(draft, at),
                fill: (defaults) => onChange(fillDefaults(draft, defaults)),
              }}
            />
            {may('users.read') && (
              <Suspense fallback={<Skeleton lines={2} height={28} />}>
                <PersonCards
                  campaign={campaign}
                  extId={extId}
                  written={preview === undefined || isStale ? undefined : written}
                  shown={preview?.person === true ? extId : ''}
                  others={listOthers(draft)}
                  onSent={tester.noteSent}
                />
              </Suspense>
            )}
          </div>
        </div>
      </div>
      <SendBar sending={sending} missing={missing} isHeld={launch?.isHeld === true} />
    </div>
  );
}

/** The contents that are not in sight; undefined while one of them cannot be sent. */
function listOthers(campaign: CampaignDraft): Written[] | undefined {
  const open = openContent(campaign);
  const others = campaign.contents.filter((content) => content !== open);
  const written = others.flatMap((content) => writtenOf(draftOfContent(campaign, content)) ?? []);
  return written.length < others.length ? undefined : written;
}
