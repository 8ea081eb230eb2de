import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { audienceWords } from '../api/audience.js';
import { composePreview } from '../api/compose/compose.js';
import { useSettled } from '../figures/use-settled.js';
import { Button } from '../kit/controls/button.js';
import { Link } from '../kit/controls/link.js';
import { Card } from '../kit/layout/card.js';
import { Columns, Screen, Stack } from '../kit/layout/screen.js';
import { Denied } from '../kit/states/notice.js';
import { Loaded } from '../loading/loaded.js';
import { paths } from '../navigation/paths.js';
import { useApplication } from '../session/application.js';
import { useMe } from '../session/session-gate.js';
import { useSpeech } from '../words/words.js';
import { CheckCard } from './check-card.js';
import css from './composer.module.css';
import { messageOf, newDraft, recallDraft, rememberDraft, type Draft } from './draft.js';
import { faultsOf } from './faults.js';
import { PreviewCard } from './preview-card.js';
import { WhatCard } from './what-card.js';
import { WhenCard, WhoCard } from './who-when-cards.js';
import { useComposerWords } from './words.js';

/** After the last key, so that ten keys ask once. */
const TYPING_MS = 300;

/** Writes a campaign: what, to whom, when, and beside it what will come of it. */
export function Composer() {
  const words = useComposerWords();
  const { w } = useSpeech();
  const { app, may } = useApplication();
  const known = useQuery({ ...audienceWords(app.key), enabled: may('campaigns.write') });
  return (
    <Screen
      title={words.title}
      trail={<Link href={paths.campaigns(app.key)}>{w.campaigns.title}</Link>}
      subtitle={words.subtitle}
    >
      {may('campaigns.write') ? (
        <Loaded query={known}>{({ segments }) => <Editor segments={segments} />}</Loaded>
      ) : (
        <Denied text={words.mayNot} />
      )}
    </Screen>
  );
}

function Editor({ segments }: { segments: readonly string[] }) {
  const words = useComposerWords();
  const { app } = useApplication();
  const { member } = useMe();
  const [draft, setDraft] = useState(() => recallDraft(app.key, member.id));
  const [launched, setLaunched] = useState<string>();
  useEffect(() => rememberDraft(app.key, member.id, draft), [app.key, member.id, draft]);
  const settled = useSettled(draft, TYPING_MS);
  const message = messageOf(settled);
  const preview = useQuery(composePreview(app.key, message, settled.extId.trim()));
  const change = (fields: Partial<Draft>): void => setDraft({ ...draft, ...fields });
  if (launched !== undefined) {
    return (
      <Card title={words.done}>
        <div className={css['rows']} role="status">
          <p>{words.doneHelp}</p>
          <p className={css['actions']}>
            <Link kind="button" href={paths.campaign(app.key, launched)}>
              {words.seeIt}
            </Link>
            <Button onPress={() => setLaunched(undefined)}>{words.another}</Button>
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
          <Button kind="quiet" onPress={() => setDraft(newDraft())}>
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
          onLaunched={(key) => {
            setDraft(newDraft());
            setLaunched(key);
          }}
        />
      </Stack>
    </Columns>
  );
}
