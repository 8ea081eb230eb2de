import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { earlierTemplate, restoreTemplate, templateKey, type EarlierTemplate } from '../api/templates/templates.js';
import { Refusal } from '../api/refusals/refusal.js';
import { Button } from '../kit/controls/button.js';
import { Card } from '../kit/layout/card.js';
import { Facts } from '../kit/layout/facts.js';
import { Columns, Stack } from '../kit/layout/screen.js';
import { useToast } from '../kit/states/toast.js';
import { Table } from '../kit/tables/table.js';
import { Loaded, refusalText } from '../loading/loaded.js';
import { useApplication } from '../session/application.js';
import { useI18n } from '../i18n/i18n.js';
import { PreviewCard } from './preview-card.js';
import css from './templates.module.css';
import { useTemplateMessages } from './messages.js';

interface VersionPageProps {
  id: string;
  version: string;
  onRestored: () => void;
}

/** An earlier version of a template as a mail begins with it, and what it says otherwise than the newest. */
export function VersionPage({ id, version, onRestored }: VersionPageProps) {
  const messages = useTemplateMessages();
  const { app } = useApplication();
  const query = useQuery(earlierTemplate(app.key, id, version));
  return (
    <Loaded query={query} missing={{ title: messages.versionMissing, help: '' }}>
      {(earlier) => (
        <Columns>
          <Stack>
            <VersionCard earlier={earlier} onRestored={onRestored} />
            <DifferencesCard earlier={earlier} />
          </Stack>
          <PreviewCard name={earlier.name} content={earlier} />
        </Columns>
      )}
    </Loaded>
  );
}

function VersionCard({ earlier, onRestored }: { earlier: EarlierTemplate; onRestored: () => void }) {
  const { w, f } = useI18n();
  const messages = useTemplateMessages();
  const { app, may } = useApplication();
  const client = useQueryClient();
  const notify = useToast();
  const { shown, version, savedBy, savedAt, name, kind, isSame, gonePictures } = earlier;
  const reload = (): void => void client.invalidateQueries({ queryKey: templateKey(app.key) });
  const { error, isPending, mutate } = useMutation({
    mutationFn: () => restoreTemplate(app.key, earlier),
    onSuccess: (saved) => {
      notify(messages.restored(f.number(shown), f.number(saved.version)));
      reload();
      onRestored();
    },
    // The present difference is shown before another try.
    onError: reload,
  });
  const refusal = error instanceof Refusal ? error : undefined;
  return (
    <Card title={messages.numbered(f.number(shown))}>
      <div className={css['rows']}>
        <Facts
          facts={[
            { name: messages.name, value: name },
            { name: messages.kind, value: messages.kinds[kind] },
            { name: messages.changedBy, value: savedBy },
            { name: messages.changed, value: f.moment(savedAt) },
            { name: messages.newestName, value: f.number(version) },
          ]}
        />
        {gonePictures.length > 0 && (
          <section className={css['warning']} aria-label={messages.gone}>
            <p>{messages.gone}</p>
            <ul>
              {gonePictures.map((address) => (
                <li key={address}>{address}</li>
              ))}
            </ul>
          </section>
        )}
        {error && (
          <p className={css['warning']} role="alert">
            {refusal?.code === 'changed_meanwhile'
              ? messages.restoreMoved
              : refusalText(refusal, w.state.offline, w.state.serverFault)}
          </p>
        )}
        {may('templates.write') && !isSame && (
          <>
            <p className={css['quiet']}>{messages.restoreNote}</p>
            <p>
              <Button kind="primary" isPending={isPending} onPress={() => mutate()}>
                {messages.restore}
              </Button>
            </p>
          </>
        )}
      </div>
    </Card>
  );
}

function DifferencesCard({ earlier: { isSame, differences } }: { earlier: EarlierTemplate }) {
  const messages = useTemplateMessages();
  return (
    <Card title={messages.differences} isFlush={differences.length > 0}>
      {differences.length === 0 ? (
        <p className={css['quiet']}>{isSame ? messages.same : messages.sameWords}</p>
      ) : (
        <Table
          caption={messages.differences}
          rows={differences.map((difference, number) => ({ ...difference, number }))}
          keyOf={({ number }) => String(number)}
          columns={[
            {
              id: 'text',
              name: messages.content,
              isName: true,
              renderCell: ({ text }) => <span className={css['text']}>{text}</span>,
            },
            { id: 'part', name: messages.part, isShort: true, renderCell: ({ part }) => messages.parts[part] },
            { id: 'side', name: messages.side, isShort: true, renderCell: ({ side }) => messages.sides[side] },
          ]}
        />
      )}
    </Card>
  );
}
