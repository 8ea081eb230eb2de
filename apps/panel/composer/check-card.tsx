import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { checkCampaign, launchCampaign, type Launched, type SavedDraft } from '../api/compose/compose.js';
import type { CampaignCheck } from '../api/compose/check.js';
import type { ComposedCampaign } from '../api/compose/message.js';
import { Refusal } from '../api/refusal.js';
import { CheckFigures } from '../widgets/sends/check/check-figures.js';
import { CheckProgress } from '../widgets/sends/check/check-progress.js';
import { isBlocked } from '../widgets/sends/check/check-warnings.js';
import { useCheckMessages } from '../widgets/sends/check/messages.js';
import { useSendMessages } from '../widgets/sends/messages.js';
import { Button } from '../kit/controls/button.js';
import { Card } from '../kit/layout/card.js';
import { refusalText } from '../loading/loaded.js';
import { useApplication } from '../session/application.js';
import { audienceOf } from '../targets/written-audience.js';
import { useI18n } from '../i18n/i18n.js';
import css from './form/composer.module.css';
import { campaignOf, lacksValue, listUnwritten, type Draft } from './form/draft.js';
import type { LaunchSaved } from './drafts/draft-page.js';
import { isAtField } from './form/faults.js';
import { useLanguageNames } from '../widgets/language-names.js';
import { useZone } from '../session/use-zone.js';
import { useWhatsAppMessages } from './whatsapp/messages.js';
import { useKnownWords } from './form/known-words.js';
import { useComposerMessages } from './form/messages.js';

/** Places of the cards that a check speaks of, in the document. */
export const CARDS = { message: 'campaign-message', target: 'campaign-target', schedule: 'campaign-schedule' } as const;

interface Checked {
  /** The checked campaign as text, so that any change shows. */
  text: string;
  campaign: ComposedCampaign;
  check: CampaignCheck;
}

export interface CheckCardProps {
  draft: Draft;
  /** The request that it takes the place of. */
  revises: string | undefined;
  /** Blocks the launch until a conflict of the draft is resolved. */
  isHeld?: boolean;
  /** Set where the launched campaign is a draft. */
  launchSaved?: LaunchSaved;
  /** The draft is not any more what it was. */
  onMoved?: () => void;
  /** Perhaps for what one of the fields has. */
  onRefused: (error: Error) => void;
  onLaunched: (launched: Launched) => void;
}

/** Counts the users that it would reach, and sends to exactly these. */
export function CheckCard({
  draft,
  revises,
  isHeld = false,
  launchSaved,
  onMoved,
  onRefused,
  onLaunched,
}: CheckCardProps) {
  const { w } = useI18n();
  const messages = useComposerMessages();
  const sendMessages = useSendMessages();
  const checkMessages = useCheckMessages();
  const whatsAppMessages = useWhatsAppMessages();
  const { app, may } = useApplication();
  const types = useKnownWords();
  const campaign = campaignOf(draft, useZone(), types);
  const nameOf = useLanguageNames();
  const unwritten = listUnwritten(draft).map(nameOf);
  const missing =
    audienceOf(draft, types) === undefined
      ? messages.incompleteAudience
      : unwritten.length > 0
        ? messages.incompleteLanguage(unwritten.join(', '))
        : lacksValue(draft)
          ? whatsAppMessages.incomplete
          : messages.incomplete;
  const text = JSON.stringify(campaign);
  const [checked, setChecked] = useState<Checked>();
  const [share, setShare] = useState(0);
  const asking = useRef<AbortController>(undefined);
  useEffect(() => () => asking.current?.abort(), []);
  const check = useMutation({
    mutationFn: async (wanted: ComposedCampaign): Promise<Checked> => {
      asking.current?.abort();
      asking.current = new AbortController();
      setShare(0);
      const counted = await checkCampaign(app.key, wanted, { signal: asking.current.signal, onShare: setShare });
      return { text: JSON.stringify(wanted), campaign: wanted, check: counted };
    },
    onSuccess: setChecked,
    onError: onRefused,
  });
  const launch = useMutation({
    mutationFn: (seen: Checked) => {
      const send = (saved?: SavedDraft): Promise<Launched> =>
        launchCampaign(app.key, seen.campaign, seen.check, { key: draft.key, revises, draft: saved });
      return launchSaved ? launchSaved(send) : send();
    },
    onSuccess: onLaunched,
    onError: (error) => {
      onRefused(error);
      if (error instanceof Refusal && error.code === 'changed_meanwhile') {
        setChecked(undefined);
        onMoved?.();
      }
    },
  });
  const isCurrent = checked !== undefined && checked.text === text;
  const error = launch.error ?? check.error;
  return (
    <Card title={messages.checkTitle}>
      <div className={css['rows']}>
        <p className={css['quiet']}>{campaign === undefined ? missing : messages.checkHelp}</p>
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
            {messages.check}
          </Button>
          {check.isPending && share > 0 && <Button onPress={() => asking.current?.abort()}>{sendMessages.stop}</Button>}
        </p>
        <div className={css['rows']} role="status">
          {error !== null && !isStopped(error) && (
            <p className={css['warning']}>
              {faultText(error, { ...messages, stopped: sendMessages.stopped }, (refusal) =>
                refusalText(refusal, w.state.offline, w.state.serverFault),
              )}
            </p>
          )}
          {check.isPending && share > 0 && <CheckProgress share={share} />}
          {checked && !isCurrent && <p className={css['warning']}>{messages.changed}</p>}
          {isCurrent && (
            <CheckFigures
              app={app.key}
              check={checked.check}
              canSeePeople={may('users.read')}
              onPlace={(place) => focusCard(CARDS[place])}
            />
          )}
        </div>
        {isCurrent && isBlocked(checked.check) && <p className={css['quiet']}>{checkMessages.blocked}</p>}
        {checked && may('campaigns.send') && (
          <p className={css['actions']}>
            <Button
              kind="primary"
              className={css['long']}
              isDisabled={!isCurrent || isHeld || checked.check.planned === 0 || isBlocked(checked.check)}
              isPending={launch.isPending}
              onPress={() => launch.mutate(checked)}
            >
              {labelOf(checked.check, messages)}
            </Button>
          </p>
        )}
      </div>
    </Card>
  );
}

/** Goes to a card of the same page. */
function focusCard(id: string): void {
  const card = document.getElementById(id);
  if (card) {
    // It takes the focus this once: a tab stop would be in everybody's way.
    card.tabIndex = -1;
    card.addEventListener('blur', () => card.removeAttribute('tabindex'), { once: true });
    card.focus();
    card.scrollIntoView({ block: 'start' });
  }
}

type Messages = ReturnType<typeof useComposerMessages>;

/** The button says how many it reaches. */
function labelOf({ planned, startsAt, needsApproval }: CampaignCheck, messages: Messages): string {
  if (needsApproval) {
    return messages.ask(planned);
  }
  return startsAt === null ? messages.send(planned) : messages.schedule(planned);
}

/** The member itself broke it off. */
function isStopped(error: Error): boolean {
  return error.name === 'AbortError';
}

function faultText(
  error: Error,
  messages: Messages & { stopped: string },
  textOf: (refusal: Refusal | undefined) => string,
): string {
  const refusal = error instanceof Refusal ? error : undefined;
  switch (refusal?.code) {
    case 'changed_meanwhile':
      return ['version', 'launchedAs'].includes(refusal?.problems[0]?.path ?? '') ? messages.moved : messages.meanwhile;
    case 'check_stopped':
      return messages.stopped;
    case 'idempotency_reused':
      return messages.twice;
    default:
      return isAtField(error) ? messages.refusedAt : textOf(refusal);
  }
}
