import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import {
  applySection,
  proposedDefinition,
  reviewSection,
  sections,
  sectionText,
  undefinedEvents,
  type SectionReview,
  type SectionText,
} from '../api/setup/sections.js';
import { Refusal } from '../api/refusal.js';
import { Button } from '../kit/controls/button.js';
import { TextArea } from '../kit/controls/field.js';
import { Link } from '../kit/controls/link.js';
import { Card } from '../kit/layout/card.js';
import { Code } from '../kit/layout/code.js';
import { Fold } from '../kit/layout/fold.js';
import { Columns, Screen, Stack } from '../kit/layout/screen.js';
import { useToast } from '../kit/states/toast.js';
import { Loaded, refusalText } from '../loading/loaded.js';
import { paths } from '../navigation/paths.js';
import { useApplication } from '../session/application.js';
import { useI18n } from '../i18n/i18n.js';
import { ReviewCard } from './review-card.js';
import { SecretsCard } from './secrets-card.js';
import css from './setup.module.css';
import { useSetupMessages } from './messages.js';

/** Lines of the text that are seen at once. */
const ROWS = { min: 12, max: 30 };

interface SectionPageProps {
  section: string;
  search: Record<string, string | undefined>;
}

/** One section of the application file: its text, what an edit would change, and then the change. */
export function SectionPage({ section, search: { define, attribute } }: SectionPageProps) {
  const messages = useSetupMessages();
  const { app } = useApplication();
  const query = useQuery(sectionText(app.key, section));
  const proposal = useQuery(proposedDefinition(app.key, define, attribute));
  const name = messages.sections[section] ?? section;
  return (
    <Screen
      title={name}
      trail={<Link href={paths.setup(app.key)}>{messages.title}</Link>}
      subtitle={messages.about[section]}
    >
      <Loaded query={query} missing={{ title: messages.missing(section), help: messages.missingHelp }}>
        {(stored) =>
          define === undefined ? (
            <Editor key={stored.base} stored={stored} begin={stored.text} />
          ) : (
            <Loaded query={proposal} missing={{ title: messages.gone, help: messages.goneHelp }}>
              {({ text }) => <Editor key={stored.base} stored={stored} begin={text} />}
            </Loaded>
          )
        }
      </Loaded>
    </Screen>
  );
}

function Editor({ stored, begin }: { stored: SectionText; begin: string }) {
  const messages = useSetupMessages();
  const { app } = useApplication();
  const { section, lastChange, withheld, keepsLeftOut, mayEdit } = stored;
  const { f } = useI18n();
  const [text, setText] = useState(begin);
  const { review, apply, fault, reviewed, applied, forget, close } = useEdit(section);
  if (applied && applied.secrets.length > 0) {
    return <SecretsCard secrets={applied.secrets} onClose={close} />;
  }
  const isShown = reviewed?.text === text;
  return (
    <Columns>
      <Card title={messages.text} note={messages.textNote}>
        <form
          className={css['form']}
          onSubmit={(event) => {
            event.preventDefault();
            review.mutate(text);
          }}
        >
          {!mayEdit && <p className={css['note']}>{messages.locked}</p>}
          {mayEdit && lastChange?.isFile === true && (
            <p className={css['note']}>{messages.fileNote(lastChange.by.name, f.ago(lastChange.at))}</p>
          )}
          {mayEdit && keepsLeftOut && <p className={css['note']}>{messages.secretNote}</p>}
          {withheld.length > 0 && <p className={css['note']}>{messages.withheldNote(withheld.join(', '))}</p>}
          <TextArea
            label={messages.yaml}
            value={text}
            onChange={(value) => {
              setText(value);
              forget();
            }}
            rows={Math.min(Math.max(text.split('\n').length, ROWS.min), ROWS.max)}
            fault={fault}
            isReadOnly={!mayEdit}
          />
          <div className={css['actions']}>
            {mayEdit && (
              <Button kind={isShown ? 'plain' : 'primary'} type="submit" isPending={review.isPending}>
                {messages.review}
              </Button>
            )}
            <CopyButton text={text} />
            {mayEdit && text !== stored.text && (
              <Button kind="quiet" onPress={() => setText(stored.text)}>
                {messages.discard}
              </Button>
            )}
          </div>
        </form>
      </Card>
      <Stack>
        {isShown ? (
          <ReviewCard
            review={reviewed.result}
            isPending={apply.isPending}
            onApply={() => apply.mutate({ text, base: reviewed.result.base })}
          />
        ) : (
          mayEdit && (
            <Card title={messages.changes}>
              <p className={css['quiet']}>{messages.changesHelp}</p>
            </Card>
          )
        )}
        <Card title={messages.help}>
          <p className={css['note']}>{stored.about}</p>
          <Fold title={messages.example}>
            <Code label={messages.example} value={stored.example} />
          </Fold>
          <p className={css['quiet']}>{messages.sameFile(app.key)}</p>
        </Card>
      </Stack>
    </Columns>
  );
}

function CopyButton({ text }: { text: string }) {
  const { w } = useI18n();
  const messages = useSetupMessages();
  const notify = useToast();
  return (
    <Button onPress={() => void navigator.clipboard?.writeText(text).then(() => notify(w.copied))}>
      {messages.copy}
    </Button>
  );
}

/** Reviews an edit and applies what was reviewed. What was typed stays, whatever the server says. */
function useEdit(section: string) {
  const { w } = useI18n();
  const messages = useSetupMessages();
  const { app } = useApplication();
  const client = useQueryClient();
  const notify = useToast();
  const readAgain = () => void client.invalidateQueries({ queryKey: sectionText(app.key, section).queryKey });
  const [reviewed, setReviewed] = useState<{ text: string; result: SectionReview }>();
  const review = useMutation({
    mutationFn: (text: string) => reviewSection(app.key, section, text).then((result) => ({ text, result })),
    onSuccess: setReviewed,
  });
  const apply = useMutation({
    mutationFn: (edit: { text: string; base: string }) => applySection(app.key, section, edit),
    onSuccess: ({ secrets }) => {
      setReviewed(undefined);
      notify(messages.applied);
      for (const { queryKey } of [sections(app.key), undefinedEvents(app.key)]) {
        void client.invalidateQueries({ queryKey, exact: true });
      }
      // Secrets are shown until the reader closes them.
      if (secrets.length === 0) {
        readAgain();
      }
    },
    onError: (error) => {
      if (error instanceof Refusal && error.code === 'changed_meanwhile') {
        setReviewed(undefined);
      }
    },
  });
  const error = apply.error ?? review.error;
  const refusal = error instanceof Refusal ? error : undefined;
  return {
    review,
    apply,
    reviewed,
    applied: apply.data,
    /** Faults are about the text that was sent. */
    forget: () => {
      review.reset();
      apply.reset();
    },
    close: () => {
      apply.reset();
      readAgain();
    },
    fault:
      error === null
        ? undefined
        : refusal?.code === 'changed_meanwhile'
          ? messages.meanwhile
          : refusalText(refusal, w.state.offline, w.state.serverFault),
  };
}
