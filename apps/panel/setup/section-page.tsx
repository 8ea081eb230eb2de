import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { proposedDefinition, sectionText, type SectionText } from '../api/setup/sections.js';
import { Button } from '../kit/controls/button.js';
import { Chips } from '../kit/controls/chips.js';
import { TextArea } from '../kit/controls/field.js';
import { Link } from '../kit/controls/link.js';
import { Card } from '../kit/layout/card.js';
import { Code } from '../kit/layout/code.js';
import { Fold } from '../kit/layout/fold.js';
import { Columns, Screen, Stack } from '../kit/layout/screen.js';
import { useToast } from '../kit/states/toast.js';
import { Loaded } from '../loading/loaded.js';
import { paths } from '../navigation/paths.js';
import { useApplication } from '../session/application.js';
import { useI18n } from '../i18n/i18n.js';
import { formOf } from './forms/form-specs.js';
import { useFormMessages } from './forms/messages.js';
import { rowsOf, valueOf } from './forms/rows.js';
import { SectionForm } from './forms/section-form.js';
import { ReviewCard } from './review-card.js';
import { SecretsCard } from './secrets-card.js';
import { useEdit } from './use-edit.js';
import css from './look/setup.module.css';
import { useSetupMessages } from './messages.js';

/** Lines of the text that are seen at once. */
const ROWS = { min: 12, max: 30 };

interface SectionPageProps {
  section: string;
  search: Record<string, string | undefined>;
}

/** One section of the application file: its form or text, what an edit would change, and then the change. */
export function SectionPage({ section, search: { define, attribute, as } }: SectionPageProps) {
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
            <Editor key={stored.base} stored={stored} begin={stored} as={as} />
          ) : (
            <Loaded query={proposal} missing={{ title: messages.gone, help: messages.goneHelp }}>
              {(draft) => <Editor key={stored.base} stored={stored} begin={draft} as={as} />}
            </Loaded>
          )
        }
      </Loaded>
    </Screen>
  );
}

interface EditorProps {
  stored: SectionText;
  begin: Pick<SectionText, 'text' | 'value'>;
  as: string | undefined;
}

/** An edit of a section, as a form or as YAML: another way to edit begins with what the first one has. */
function Editor({ stored, begin, as }: EditorProps) {
  const messages = useSetupMessages();
  const words = useFormMessages();
  const { app, may } = useApplication();
  const { section, mayEdit } = stored;
  const form = formOf(section, may('setup.write'));
  const [way, setWay] = useState<'form' | 'yaml'>(form === undefined || as === 'yaml' || !mayEdit ? 'yaml' : 'form');
  const [text, setText] = useState(begin.text);
  const [rows, setRows] = useState(() => (form ? rowsOf(form, begin.value, stored.value) : []));
  const { review, apply, fault, reviewed, applied, forget, close } = useEdit(section);
  if (applied && applied.secrets.length > 0) {
    return <SecretsCard secrets={applied.secrets} onClose={close} />;
  }
  const edit = way === 'form' && form ? JSON.stringify({ [section]: valueOf(form, rows) }) : text;
  const isShown = reviewed?.text === edit;
  const begins = (value: unknown, yaml: string): void => {
    setText(yaml);
    setRows(form ? rowsOf(form, value, stored.value) : []);
  };
  const turn = (to: 'form' | 'yaml'): void =>
    review.mutate(edit, {
      onSuccess: ({ result }) => {
        begins(result.value, result.text);
        setWay(to);
      },
    });
  return (
    <Columns>
      <Card
        title={way === 'form' ? (messages.sections[section] ?? section) : messages.text}
        note={way === 'yaml' && messages.textNote}
      >
        <form
          className={css['form']}
          onSubmit={(event) => {
            event.preventDefault();
            review.mutate(edit);
          }}
        >
          {form && mayEdit && (
            <Chips
              label={words.tabs}
              value={way}
              options={Object.entries(words.tab)}
              onChange={(to) => to !== way && turn(to === 'form' ? 'form' : 'yaml')}
            />
          )}
          <Notes stored={stored} />
          {way === 'form' && form ? (
            <SectionForm
              section={section}
              form={form}
              rows={rows}
              onChange={(next) => {
                setRows(next);
                forget();
              }}
            />
          ) : (
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
          )}
          {way === 'form' && fault !== undefined && (
            <p className={css['warning']} role="alert">
              {fault}
            </p>
          )}
          <div className={css['actions']}>
            {mayEdit && (
              <Button kind={isShown ? 'plain' : 'primary'} type="submit" isPending={review.isPending}>
                {way === 'form' ? words.review : messages.review}
              </Button>
            )}
            {way === 'yaml' && <CopyButton text={text} />}
            {mayEdit &&
              (way === 'form' ? edit !== JSON.stringify({ [section]: stored.value }) : text !== stored.text) && (
                <Button kind="quiet" onPress={() => begins(stored.value, stored.text)}>
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
            section={section}
            isPending={apply.isPending}
            onApply={() => apply.mutate({ text: edit, base: reviewed.result.base })}
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
          {form && <p className={css['quiet']}>{words.keepsFile}</p>}
          <Fold title={messages.example}>
            <Code label={messages.example} value={stored.example} />
          </Fold>
          <p className={css['quiet']}>{messages.sameFile(app.key)}</p>
        </Card>
      </Stack>
    </Columns>
  );
}

/** Hints about the section: who else changes it, and how its secrets stand in it. */
function Notes({ stored: { mayEdit, lastChange, keepsLeftOut, withheld } }: { stored: SectionText }) {
  const messages = useSetupMessages();
  const { f } = useI18n();
  return (
    <>
      {!mayEdit && <p className={css['note']}>{messages.locked}</p>}
      {mayEdit && lastChange?.isFile === true && (
        <p className={css['note']}>{messages.fileNote(lastChange.by.name, f.ago(lastChange.at))}</p>
      )}
      {mayEdit && keepsLeftOut && <p className={css['note']}>{messages.secretNote}</p>}
      {withheld.length > 0 && <p className={css['note']}>{messages.withheldNote(withheld.join(', '))}</p>}
    </>
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
