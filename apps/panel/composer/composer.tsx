import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useEffect, useMemo, useState } from 'react';
import { audienceWords } from '../api/audience.js';
import { reviewOf, type Review } from '../api/compose/approvals.js';
import { useZone } from '../session/use-zone.js';
import { Link } from '../kit/controls/link.js';
import { Screen, Stack } from '../kit/layout/screen.js';
import { Denied, Empty } from '../kit/states/notice.js';
import { Skeleton } from '../kit/states/skeleton.js';
import { Loaded } from '../loading/loaded.js';
import { paths } from '../navigation/paths.js';
import { useApplication } from '../session/application.js';
import { useMe } from '../session/session-gate.js';
import { useI18n } from '../i18n/i18n.js';
import css from './form/composer.module.css';
import { newCampaignDraft, type CampaignDraft } from './contents/campaign-draft.js';
import { forgetDraft, recallDraft, rememberDraft } from './contents/kept-campaign.js';
import { campaignFrom, storeCampaign } from './contents/stored-campaign.js';
import { StartCard } from './copies/start-card.js';
import { DraftPage } from './drafts/draft-page.js';
import { isUntouched, type FormKind } from './drafts/form.js';
import { Editor } from './editor.js';
import { campaignDraftOf } from './copies/stored-contents.js';
import { useKnownWords } from './form/known-words.js';
import { useComposerMessages } from './form/messages.js';

/** Few campaigns begin as a copy. */
const CopyPage = lazy(() =>
  import('./copies/copy-page.js').then(({ CopyPage: component }) => ({ default: component })),
);

/** The form that members share, and that the browser keeps until the server has it. */
const FORMS: FormKind<CampaignDraft> = {
  create: newCampaignDraft,
  read: campaignFrom,
  store: storeCampaign,
  recallEarlier: (place) => recallDraft({ ...place, request: undefined }),
  forgetEarlier: (place) => forgetDraft({ ...place, request: undefined }),
};

interface ComposerProps {
  /** The key of a request that is revised. */
  request: string | undefined;
  /** The key of a campaign that is copied. */
  copy: string | undefined;
  /** The id of a draft that is continued. */
  draft: string | undefined;
  /** Names another draft in the address; undefined: none yet. */
  onDraft: (id: string | undefined) => void;
}

/** Edits a campaign: message, audience and time, beside a preview of its result. */
export function Composer({ request, copy, draft, onDraft }: ComposerProps) {
  const messages = useComposerMessages();
  const { w } = useI18n();
  const { app, may } = useApplication();
  const known = useQuery({ ...audienceWords(app.key), enabled: may('campaigns.write') });
  const asked = useQuery(reviewOf(app.key, may('campaigns.write') ? request : undefined));
  return (
    <Screen
      title={messages.title}
      trail={<Link href={paths.campaigns(app.key)}>{w.campaigns.title}</Link>}
      subtitle={messages.subtitle}
    >
      {may('campaigns.write') ? (
        <Loaded query={known}>
          {() =>
            request === undefined ? (
              <Begun copy={copy} draft={draft} onDraft={onDraft} />
            ) : (
              <Loaded query={asked} missing={{ title: messages.missing, help: '' }}>
                {(review) => <Revision review={review} />}
              </Loaded>
            )
          }
        </Loaded>
      ) : (
        <Denied text={messages.forbidden} />
      )}
    </Screen>
  );
}

/** A new campaign, one that copies another, or a draft. The address names a copy until that is a draft. */
function Begun({ copy, draft, onDraft }: Omit<ComposerProps, 'request'>) {
  const [copied, setCopied] = useState(copy);
  if (copy !== undefined && copy !== copied) {
    setCopied(copy);
  }
  if (copied !== undefined) {
    return (
      <Suspense fallback={<Skeleton lines={6} height={28} />}>
        <CopyPage key={copied} kind={FORMS} campaign={copied} draft={draft} onDraft={onDraft}>
          {(page) => <Editor {...page} />}
        </CopyPage>
      </Suspense>
    );
  }
  return (
    <DraftPage kind={FORMS} draft={draft} onDraft={onDraft}>
      {(page) => <Editor {...page} start={isUntouched(page.draft, FORMS) && <StartCard onChange={page.onChange} />} />}
    </DraftPage>
  );
}

/** Writes on what was asked for before; while it waits, it is replaced. */
function Revision({ review }: { review: Review }) {
  const messages = useComposerMessages();
  const zone = useZone();
  const types = useKnownWords();
  // The server's copy changes at every reload, and the editor continues with its first one.
  const [{ key, draft, state, own }] = useState(review);
  const [written] = useState(() =>
    draft === null || own !== 'AUTHOR' ? undefined : campaignDraftOf(draft, zone, types),
  );
  if (written === undefined) {
    return <Empty title={messages.strange} />;
  }
  const waits = state === 'WAITING';
  return (
    <Stack>
      {waits && <p className={css['warning']}>{messages.changing}</p>}
      <RevisionEditor request={key} written={written} revises={waits ? key : undefined} />
    </Stack>
  );
}

interface RevisionEditorProps {
  request: string;
  /** How it was. */
  written: CampaignDraft;
  revises: string | undefined;
}

/** Changes of a request stay in this browser until they are submitted. */
function RevisionEditor({ request, written, revises }: RevisionEditorProps) {
  const { app } = useApplication();
  const { member } = useMe();
  const place = useMemo(() => ({ app: app.key, member: member.id, request }), [app.key, member.id, request]);
  const [draft, setDraft] = useState(() => recallDraft(place) ?? written);
  useEffect(() => rememberDraft(place, draft), [place, draft]);
  return (
    <Editor
      draft={draft}
      revises={revises}
      onChange={setDraft}
      onDiscard={() => setDraft(written)}
      onLaunched={() => forgetDraft(place)}
    />
  );
}
