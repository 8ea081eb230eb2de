import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useState, type ReactNode } from 'react';
import { audienceWords } from '../api/audience.js';
import { reviewOf, type Review } from '../api/compose/approvals.js';
import { composePreview, type Launched } from '../api/compose/compose.js';
import { useSettled } from '../figures/use-settled.js';
import { Button } from '../kit/controls/button.js';
import { Link } from '../kit/controls/link.js';
import { Card } from '../kit/layout/card.js';
import { Columns, Screen, Stack } from '../kit/layout/screen.js';
import { Denied, Empty } from '../kit/states/notice.js';
import { Loaded } from '../loading/loaded.js';
import { paths } from '../navigation/paths.js';
import { useApplication } from '../session/application.js';
import { useMe } from '../session/session-gate.js';
import { useSpeech } from '../words/words.js';
import { CheckCard, type CheckCardProps } from './check-card.js';
import css from './composer.module.css';
import { draftOf, newDraft, writtenOf, type Draft } from './draft.js';
import { DraftPage } from './drafts/draft-page.js';
import type { FormKind } from './drafts/form.js';
import { faultsOf } from './faults.js';
import { draftFrom, forgetDraft, recallDraft, rememberDraft } from './kept-draft.js';
import { PreviewCard } from './preview/preview-card.js';
import { WhatCard } from './what-card.js';
import { useZone, WhenCard } from './when-card.js';
import { useKnownWords, WhoCard } from './who-card.js';
import { useComposerWords } from './words.js';

/** What is shared by members, and kept in the browser until the server has it. */
const FORMS: FormKind<Draft> = {
  create: newDraft,
  read: draftFrom,
  recallEarlier: (place) => recallDraft({ ...place, request: undefined }),
  forgetEarlier: (place) => forgetDraft({ ...place, request: undefined }),
};

/** After the last key, so that ten keys ask once. */
const TYPING_MS = 300;

interface ComposerProps {
  /** That is changed. */
  request: string | undefined;
  /** That is written on. */
  draft: string | undefined;
  /** Names another draft in the address; undefined: none yet. */
  onDraft: (id: string | undefined) => void;
}

/** Writes a campaign: what, to whom, when, and beside it what will come of it. */
export function Composer({ request, draft, onDraft }: ComposerProps) {
  const words = useComposerWords();
  const { w } = useSpeech();
  const { app, may } = useApplication();
  const known = useQuery({ ...audienceWords(app.key), enabled: may('campaigns.write') });
  const asked = useQuery(reviewOf(app.key, may('campaigns.write') ? request : undefined));
  return (
    <Screen
      title={words.title}
      trail={<Link href={paths.campaigns(app.key)}>{w.campaigns.title}</Link>}
      subtitle={words.subtitle}
    >
      {may('campaigns.write') ? (
        <Loaded query={known}>
          {() =>
            request === undefined ? (
              <DraftPage kind={FORMS} draft={draft} onDraft={onDraft}>
                {(page) => <Editor {...page} />}
              </DraftPage>
            ) : (
              <Loaded query={asked} missing={{ title: words.missing, help: '' }}>
                {(review) => <Revision review={review} />}
              </Loaded>
            )
          }
        </Loaded>
      ) : (
        <Denied text={words.mayNot} />
      )}
    </Screen>
  );
}

/** Writes on what was asked for before; while it waits, it is replaced. */
function Revision({ review }: { review: Review }) {
  const words = useComposerWords();
  const zone = useZone();
  const { attributes } = useKnownWords();
  // What the server has changes as soon as it is asked for anew, and the editor goes on with what it began with.
  const [{ key, draft, state, own }] = useState(review);
  const [written] = useState(() => (draft === null || own !== 'AUTHOR' ? undefined : draftOf(draft, zone, attributes)));
  if (written === undefined) {
    return <Empty title={words.strange} />;
  }
  const waits = state === 'WAITING';
  return (
    <Stack>
      {waits && <p className={css['warning']}>{words.changing}</p>}
      <RevisionEditor request={key} written={written} revises={waits ? key : undefined} />
    </Stack>
  );
}

interface RevisionEditorProps {
  request: string;
  /** How it was. */
  written: Draft;
  revises: string | undefined;
}

/** What is changed of a request stays in this browser until it is asked for. */
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

interface EditorProps {
  draft: Draft;
  revises?: string | undefined;
  /** Above the form: whether it is saved. */
  notice?: ReactNode;
  /** How it is launched. */
  launch?: Pick<CheckCardProps, 'isHeld' | 'launchSaved' | 'onMoved'>;
  onChange: (draft: Draft) => void;
  onDiscard: () => void;
  onLaunched: () => void;
  /** Writes another one, where that can be done here. */
  onAnother?: () => void;
}

function Editor(props: EditorProps) {
  const { draft, revises, notice, launch, onChange, onDiscard, onLaunched, onAnother } = props;
  const words = useComposerWords();
  const { app } = useApplication();
  const [launched, setLaunched] = useState<Launched>();
  const [refused, setRefused] = useState<{ draft: Draft; error: Error }>();
  const settled = useSettled(draft, TYPING_MS);
  const written = writtenOf(settled);
  const preview = useQuery(composePreview(app.key, written, settled.extId.trim()));
  const change = (fields: Partial<Draft>): void => onChange({ ...draft, ...fields });
  if (launched !== undefined) {
    return (
      <Card title={launched.waits ? words.asked : words.done}>
        <div className={css['rows']} role="status">
          <p>{launched.waits ? words.askedHelp : words.doneHelp}</p>
          <p className={css['actions']}>
            <Link
              kind="button"
              href={launched.waits ? paths.approvals(app.key, launched.key) : paths.campaign(app.key, launched.key)}
            >
              {launched.waits ? words.seeRequest : words.seeIt}
            </Link>
            {onAnother && <Button onPress={onAnother}>{words.another}</Button>}
          </p>
        </div>
      </Card>
    );
  }
  const refusal = refused?.draft === draft ? refused.error : null;
  const faults = faultsOf(written === undefined ? undefined : preview.data, [preview.error, refusal], words);
  return (
    <Columns>
      <Stack>
        {notice}
        <WhatCard draft={draft} faults={faults} onChange={change} />
        <WhoCard draft={draft} onChange={change} />
        <WhenCard draft={draft} faults={faults} onChange={change} />
        <p>
          <Button kind="quiet" onPress={onDiscard}>
            {words.discard}
          </Button>
        </p>
      </Stack>
      <Stack>
        <PreviewCard
          draft={draft}
          written={written}
          preview={written === undefined ? undefined : preview.data}
          isOld={settled !== draft || preview.isPlaceholderData}
          faults={faults}
          onChange={change}
        />
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
      </Stack>
    </Columns>
  );
}
