import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { earlierTemplate, restoreTemplate, templateKey, type EarlierTemplate } from '../api/templates/templates.js';
import { Refusal } from '../api/refusal.js';
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
  const words = useTemplateMessages();
  const { app } = useApplication();
  const query = useQuery(earlierTemplate(app.key, id, version));
  return (
    <Loaded query={query} missing={{ title: words.versionMissing, help: '' }}>
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
  const words = useTemplateMessages();
  const { app, may } = useApplication();
  const client = useQueryClient();
  const tell = useToast();
  const { shown, version, savedBy, savedAt, name, kind, isSame, gonePictures } = earlier;
  const readAnew = (): void => void client.invalidateQueries({ queryKey: templateKey(app.key) });
  const { error, isPending, mutate } = useMutation({
    mutationFn: () => restoreTemplate(app.key, earlier),
    onSuccess: (saved) => {
      tell(words.restored(f.number(shown), f.number(saved.version)));
      readAnew();
      onRestored();
    },
    // The present difference is shown before another try.
    onError: readAnew,
  });
  const refusal = error instanceof Refusal ? error : undefined;
  return (
    <Card title={words.numbered(f.number(shown))}>
      <div className={css['rows']}>
        <Facts
          facts={[
            { name: words.name, value: name },
            { name: words.kind, value: words.kinds[kind] },
            { name: words.changedBy, value: savedBy },
            { name: words.changed, value: f.moment(savedAt) },
            { name: words.newestName, value: f.number(version) },
          ]}
        />
        {gonePictures.length > 0 && (
          <section className={css['warning']} aria-label={words.gone}>
            <p>{words.gone}</p>
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
              ? words.restoreMoved
              : refusalText(refusal, w.state.offline, w.state.serverFault)}
          </p>
        )}
        {may('templates.write') && !isSame && (
          <>
            <p className={css['quiet']}>{words.restoreNote}</p>
            <p>
              <Button kind="primary" isPending={isPending} onPress={() => mutate()}>
                {words.restore}
              </Button>
            </p>
          </>
        )}
      </div>
    </Card>
  );
}

function DifferencesCard({ earlier: { isSame, differences } }: { earlier: EarlierTemplate }) {
  const words = useTemplateMessages();
  return (
    <Card title={words.differences} isFlush={differences.length > 0}>
      {differences.length === 0 ? (
        <p className={css['quiet']}>{isSame ? words.same : words.sameWords}</p>
      ) : (
        <Table
          caption={words.differences}
          rows={differences.map((difference, number) => ({ ...difference, number }))}
          keyOf={({ number }) => String(number)}
          columns={[
            {
              id: 'text',
              name: words.content,
              isName: true,
              renderCell: ({ text }) => <span className={css['text']}>{text}</span>,
            },
            { id: 'part', name: words.part, isShort: true, renderCell: ({ part }) => words.parts[part] },
            { id: 'side', name: words.side, isShort: true, renderCell: ({ side }) => words.sides[side] },
          ]}
        />
      )}
    </Card>
  );
}
