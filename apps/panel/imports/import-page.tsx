import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Refusal } from '../api/refusals/refusal.js';
import { importOf, isMoving, runImport, stopImport, type Import, type ImportCounts } from '../api/users/imports.js';
import { StackedBar } from '../kit/charts/stacked-bar.js';
import { Button } from '../kit/controls/button.js';
import { Link } from '../kit/controls/link.js';
import { Card } from '../kit/layout/card.js';
import { Screen } from '../kit/layout/screen.js';
import { useToast } from '../kit/states/toast.js';
import { Table, type Column } from '../kit/tables/table.js';
import { Loaded, refusalText } from '../loading/loaded.js';
import { paths } from '../navigation/paths.js';
import { useApplication } from '../session/application.js';
import { useI18n } from '../i18n/i18n.js';
import { ImportBadge } from './import-badge.js';
import css from './imports.module.css';
import { RefusedCards } from './refused-cards.js';
import { useImportMessages } from './messages.js';

interface ImportPageProps {
  id: string;
  /** Cursor of the refused lines. */
  line: string | undefined;
  setLine: (line: string | undefined) => void;
}

/** One import: how far it is, its numbers, what it refused, and the run of what was checked. */
export function ImportPage({ id, line, setLine }: ImportPageProps) {
  const { f } = useI18n();
  const messages = useImportMessages();
  const { app } = useApplication();
  const query = useQuery(importOf(app.key, id));
  const item = query.data;
  return (
    <Screen
      title={item?.fileName ?? messages.unnamed}
      trail={<Link href={paths.imports(app.key)}>{messages.title}</Link>}
      badge={item && <ImportBadge item={item} />}
      subtitle={item && f.moment(item.createdAt)}
    >
      <Loaded query={query} missing={{ title: messages.missing, help: messages.missingHelp }}>
        {(loaded) => (
          <>
            {isMoving(loaded) && <ProgressCard item={loaded} />}
            {loaded.fault !== null && (
              <Card title={messages.failed}>
                <p className={css['fault']}>{loaded.fault}</p>
                <p className={css['quiet']}>{messages.failedHelp}</p>
              </Card>
            )}
            <NumbersCard item={loaded} />
            <RefusedCards item={loaded} line={line} setLine={setLine} />
          </>
        )}
      </Loaded>
    </Screen>
  );
}

/** Changes the import, and shows it as the server has it then. */
function useChange(id: string, change: (app: string, id: string) => Promise<Import>, done: string) {
  const { w } = useI18n();
  const { app } = useApplication();
  const client = useQueryClient();
  const notify = useToast();
  const mutation = useMutation({
    mutationFn: () => change(app.key, id),
    onSuccess: (changed) => {
      client.setQueryData(importOf(app.key, id).queryKey, changed);
      notify(done);
    },
    onError: () => void client.invalidateQueries({ queryKey: importOf(app.key, id).queryKey }),
  });
  const { error } = mutation;
  const fault =
    error && refusalText(error instanceof Refusal ? error : undefined, w.state.offline, w.state.serverFault);
  return { start: () => mutation.mutate(), isPending: mutation.isPending, fault };
}

function ProgressCard({ item }: { item: Import }) {
  const { f } = useI18n();
  const messages = useImportMessages();
  const stop = useChange(item.id, stopImport, messages.stopped);
  const share = messages.done(f.percent(item.size === 0 ? 0 : item.position / item.size));
  return (
    <Card title={messages.progress}>
      <div className={css['form']}>
        <StackedBar label={share} parts={[{ tone: 'sent', name: share, n: item.position }]} total={item.size} />
        <p className={css['quiet']}>
          {item.position === 0
            ? messages.waits
            : [
                share,
                messages.rate(f.number(item.linesPerSecond)),
                ...(item.secondsLeft === null ? [] : [messages.left(item.secondsLeft)]),
              ].join(' · ')}
        </p>
        {stop.fault !== null && (
          <p className={css['fault']} role="alert">
            {stop.fault}
          </p>
        )}
        <div className={css['actions']}>
          <Button isPending={stop.isPending} onPress={stop.start}>
            {messages.stop}
          </Button>
        </div>
      </div>
    </Card>
  );
}

const NUMBERS = [
  'created',
  'changed',
  'unchanged',
  'refused',
  'merged',
  'erased',
  'skipped',
] as const satisfies readonly (keyof ImportCounts)[];

/** Sums that most files have none of. */
const RARE: ReadonlySet<string> = new Set(['merged', 'erased', 'skipped']);

function NumbersCard({ item }: { item: Import }) {
  const { f } = useI18n();
  const messages = useImportMessages();
  const { app, may } = useApplication();
  const checked = item.check ? item.counts : item.checked;
  const run = item.check ? null : item.counts;
  const columns: Column<(typeof NUMBERS)[number]>[] = [
    { id: 'what', name: messages.kind, isName: true, renderCell: (name) => messages[name] },
    ...(checked
      ? [
          {
            id: 'check',
            name: messages.inCheck,
            isNumber: true,
            renderCell: (name: keyof ImportCounts) => f.number(checked[name]),
          },
        ]
      : []),
    ...(run
      ? [
          {
            id: 'run',
            name: messages.inRun,
            isNumber: true,
            renderCell: (name: keyof ImportCounts) => f.number(run[name]),
          },
        ]
      : []),
  ];
  return (
    <Card title={messages.numbers} note={item.check ? messages.wouldNote : messages.didNote} isFlush>
      <Table
        caption={messages.numbers}
        columns={columns}
        rows={NUMBERS.filter((name) => !RARE.has(name) || item.counts[name] > 0 || (checked?.[name] ?? 0) > 0)}
        keyOf={(name) => name}
      />
      {item.check && item.state === 'FINISHED' && <Run item={item} />}
      {!item.check && item.tag !== null && may('audience.count') && (
        <div className={css['foot']}>
          <Link href={paths.audience(app.key, { tag: item.tag })}>{messages.itsPeople(item.tag)}</Link>
        </div>
      )}
    </Card>
  );
}

function Run({ item: { id, counts, runnable } }: { item: Import }) {
  const messages = useImportMessages();
  const run = useChange(id, runImport, messages.started);
  const people = counts.created + counts.changed;
  return (
    <div className={css['foot']}>
      {counts.repeated > 0 && <p className={css['quiet']}>{messages.repeated(counts.repeated)}</p>}
      {run.fault !== null && (
        <p className={css['fault']} role="alert">
          {run.fault}
        </p>
      )}
      {people === 0 || !runnable ? (
        <p>{people === 0 ? messages.nothing : messages.expired}</p>
      ) : (
        <div className={css['actions']}>
          <Button kind="primary" isPending={run.isPending} onPress={run.start}>
            {messages.run(people)}
          </Button>
          <span className={css['quiet']}>{messages.runNote}</span>
        </div>
      )}
    </div>
  );
}
