import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
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
import { CheckCard } from './check-card.js';
import css from './composer.module.css';
import { draftOf, forgetDraft, messageOf, newDraft, recallDraft, rememberDraft, type Draft } from './draft.js';
import { faultsOf } from './faults.js';
import { PreviewCard } from './preview-card.js';
import { WhatCard } from './what-card.js';
import { useZone, WhenCard, WhoCard } from './who-when-cards.js';
import { useComposerWords } from './words.js';

/** After the last key, so that ten keys ask once. */
const TYPING_MS = 300;

/** Writes a campaign: what, to whom, when, and beside it what will come of it. @param request  that is changed */
export function Composer({ request }: { request: string | undefined }) {
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
          {({ segments }) =>
            request === undefined ? (
              <Editor segments={segments} />
            ) : (
              <Loaded query={asked} missing={{ title: words.missing, help: '' }}>
                {(review) => <Revision segments={segments} review={review} />}
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
function Revision({ segments, review }: { segments: readonly string[]; review: Review }) {
  const words = useComposerWords();
  const zone = useZone();
  // What the server has changes as soon as it is asked for anew, and the editor goes on with what it began with.
  const [{ key, draft, state, own }] = useState(review);
  const [written] = useState(() => (draft === null || own !== 'AUTHOR' ? undefined : draftOf(draft, zone)));
  if (written === undefined) {
    return <Empty title={words.strange} />;
  }
  const waits = state === 'WAITING';
  return (
    <Stack>
      {waits && <p className={css['warning']}>{words.changing}</p>}
      <Editor segments={segments} request={key} written={written} revises={waits ? key : undefined} />
    </Stack>
  );
}

interface EditorProps {
  segments: readonly string[];
  /** What is written on, and how it was. */
  request?: string;
  written?: Draft;
  revises?: string | undefined;
}

function Editor({ segments, request, written, revises }: EditorProps) {
  const words = useComposerWords();
  const { app } = useApplication();
  const { member } = useMe();
  const place = useMemo(() => ({ app: app.key, member: member.id, request }), [app.key, member.id, request]);
  const [draft, setDraft] = useState(() => recallDraft(place) ?? written ?? newDraft());
  const [launched, setLaunched] = useState<Launched>();
  useEffect(() => rememberDraft(place, draft), [place, draft]);
  const settled = useSettled(draft, TYPING_MS);
  const message = messageOf(settled);
  const preview = useQuery(composePreview(app.key, message, settled.extId.trim()));
  const change = (fields: Partial<Draft>): void => setDraft({ ...draft, ...fields });
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
            {request === undefined && <Button onPress={() => setLaunched(undefined)}>{words.another}</Button>}
          </p>
        </div>
      </Card>
    );
  }
  const faults = faultsOf(message === undefined ? undefined : preview.data, preview.error, words);
  return (
    <Columns>
      <Stack>
        <WhatCard draft={draft} faults={faults} onChange={change} />
        <WhoCard draft={draft} segments={segments} onChange={change} />
        <WhenCard draft={draft} onChange={change} />
        <p>
          <Button kind="quiet" onPress={() => setDraft(written ?? newDraft())}>
            {words.discard}
          </Button>
        </p>
      </Stack>
      <Stack>
        <PreviewCard
          draft={draft}
          message={message}
          preview={message === undefined ? undefined : preview.data}
          isOld={settled !== draft || preview.isPlaceholderData}
          faults={faults}
          onChange={change}
        />
        <CheckCard
          draft={draft}
          revises={revises}
          onLaunched={(sent) => {
            if (request === undefined) {
              setDraft(newDraft());
            } else {
              forgetDraft(place);
            }
            setLaunched(sent);
          }}
        />
      </Stack>
    </Columns>
  );
}
