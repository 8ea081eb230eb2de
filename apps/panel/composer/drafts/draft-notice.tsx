import { refusalText } from '../../loading/loaded.js';
import { Button } from '../../kit/controls/button.js';
import { Link } from '../../kit/controls/link.js';
import { Card } from '../../kit/layout/card.js';
import { Table, type Column } from '../../kit/tables/table.js';
import { paths } from '../../navigation/paths.js';
import { useApplication } from '../../session/application.js';
import { useMe } from '../../session/session-gate.js';
import { useI18n } from '../../i18n/i18n.js';
import css from './drafts.module.css';
import type { DraftSaver, DraftView, Theirs } from './draft-saver.js';
import { differencesOf, type Form, type FormDifference } from './form.js';
import { useDraftMessages } from './messages.js';

/** Labels of the values of a field. */
type Values = Readonly<Record<string, Readonly<Record<string, string>>>>;

interface DraftNoticeProps<F extends Form> {
  saver: DraftSaver<F>;
  view: DraftView<F>;
}

/** Shows the state of the draft on the server: saved, not saved, changed by another member, or ended. */
export function DraftNotice<F extends Form>({ saver, view }: DraftNoticeProps<F>) {
  const messages = useDraftMessages();
  if (view.theirs) {
    return <ConflictCard saver={saver} view={view} theirs={view.theirs} />;
  }
  if (view.ended?.as === 'deleted') {
    return (
      <Card title={messages.deleted}>
        <div className={css['rows']} role="alert">
          <p>{messages.deletedHelp}</p>
          <p className={css['actions']}>
            <Button kind="primary" onPress={() => void saver.keepAsNew()}>
              {messages.keep}
            </Button>
          </p>
        </div>
      </Card>
    );
  }
  return (
    <>
      {view.isNewer && (
        <p className={css['warning']} role="status">
          {messages.newer(view.saved?.changedBy.name ?? '')}
        </p>
      )}
      <SaveState saver={saver} view={view} />
    </>
  );
}

function SaveState<F extends Form>({ saver, view: { state, saved, problem } }: DraftNoticeProps<F>) {
  const { w, f } = useI18n();
  const messages = useDraftMessages();
  const { member } = useMe();
  if (state === 'failed' && problem) {
    const why = refusalText(problem, w.state.offline, w.state.serverFault);
    return (
      <p className={css['actions']} role="status">
        <span className={css['warning']}>{problem.isOffline ? messages.offline : messages.notSaved(why)}</span>
        <Button kind="quiet" onPress={() => void saver.flush()}>
          {w.tryAgain}
        </Button>
      </p>
    );
  }
  return <p className={css['quiet']}>{saveWords()}</p>;

  function saveWords(): string {
    if (state === 'saving' || state === 'failed') {
      return messages.saving;
    }
    if (state === 'untouched' || saved === undefined) {
      return messages.untouched;
    }
    const { changedBy, changedAt } = saved;
    return changedBy.id === member.id
      ? messages.saved(f.clock(changedAt))
      : messages.savedBy(changedBy.name, f.clock(changedAt));
  }
}

/** Asks for a choice before either version is overwritten. */
function ConflictCard<F extends Form>({ saver, view, theirs }: DraftNoticeProps<F> & { theirs: Theirs<F> }) {
  const { f } = useI18n();
  const messages = useDraftMessages();
  const differences = theirs.form ? differencesOf(view.form, theirs.form) : undefined;
  const { name } = theirs.changedBy;
  const shown = (path: readonly string[], value: string): string =>
    (messages.values as Values)[placeOf(path).field]?.[value] ?? (value || messages.empty);
  const columns: Column<FormDifference>[] = [
    {
      id: 'field',
      name: messages.field,
      isName: true,
      renderCell: ({ path }) => {
        const { content, field, rest } = placeOf(path);
        return [...content, messages.fields[field] ?? field, ...rest].join(' › ');
      },
    },
    { id: 'own', name: messages.own, renderCell: ({ path, own }) => shown(path, own) },
    { id: 'theirs', name: messages.theirs(name), renderCell: (row) => shown(row.path, row.theirs) },
  ];
  return (
    <Card title={messages.conflict(name, f.clock(theirs.changedAt))}>
      <div className={css['rows']}>
        <p role="alert">{messages.conflictHelp}</p>
        {differences === undefined && <p>{messages.unreadable}</p>}
        {differences?.length === 0 && <p>{messages.same}</p>}
        {differences !== undefined && differences.length > 0 && (
          <Table caption={messages.field} columns={columns} rows={differences} keyOf={({ path }) => path.join(' ')} />
        )}
        <p className={css['actions']}>
          <Button kind="primary" onPress={() => void saver.keepAsNew()}>
            {messages.keep}
          </Button>
          {theirs.form && <Button onPress={() => saver.takeTheirs()}>{messages.takeTheirs}</Button>}
          <Button kind="danger" onPress={() => void saver.overwrite()}>
            {messages.overwrite}
          </Button>
        </p>
      </div>
    </Card>
  );
}

/** Splits the path of a field into the number of its content, where it has one, its name, and what is inside of it. */
function placeOf([first = '', ...rest]: readonly string[]): { content: string[]; field: string; rest: string[] } {
  const [at = '', field = '', ...inner] = rest;
  return first === 'contents'
    ? { content: [String(Number(at) + 1)], field, rest: inner }
    : { content: [], field: first, rest };
}

/** The draft was launched, here or elsewhere: what became of it stands on another page. */
export function LaunchedCard<F extends Form>({ saver, view }: DraftNoticeProps<F>) {
  const messages = useDraftMessages();
  const { app } = useApplication();
  return view.ended?.as === 'launched' ? (
    <Card title={messages.launched(view.ended.by)}>
      <div className={css['rows']} role="status">
        <p>{messages.launchedHelp}</p>
        <p className={css['actions']}>
          <Link kind="button" href={paths.campaign(app.key, view.ended.key)}>
            {messages.seeCampaign}
          </Link>
          {view.ended.hasOwn && <Button onPress={() => void saver.keepAsNew()}>{messages.keep}</Button>}
        </p>
      </div>
    </Card>
  ) : null;
}
