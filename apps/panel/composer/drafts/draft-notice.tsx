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
  const words = useDraftMessages();
  if (view.theirs) {
    return <ConflictCard saver={saver} view={view} theirs={view.theirs} />;
  }
  if (view.ended?.as === 'deleted') {
    return (
      <Card title={words.deleted}>
        <div className={css['rows']} role="alert">
          <p>{words.deletedHelp}</p>
          <p className={css['actions']}>
            <Button kind="primary" onPress={() => void saver.keepAsNew()}>
              {words.keep}
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
          {words.newer(view.saved?.changedBy.name ?? '')}
        </p>
      )}
      <SaveState saver={saver} view={view} />
    </>
  );
}

function SaveState<F extends Form>({ saver, view: { state, saved, problem } }: DraftNoticeProps<F>) {
  const { w, f } = useI18n();
  const words = useDraftMessages();
  const { member } = useMe();
  if (state === 'failed' && problem) {
    const why = refusalText(problem, w.state.offline, w.state.serverFault);
    return (
      <p className={css['actions']} role="status">
        <span className={css['warning']}>{problem.isOffline ? words.offline : words.notSaved(why)}</span>
        <Button kind="quiet" onPress={() => void saver.flush()}>
          {w.tryAgain}
        </Button>
      </p>
    );
  }
  return <p className={css['quiet']}>{saveWords()}</p>;

  function saveWords(): string {
    if (state === 'saving' || state === 'failed') {
      return words.saving;
    }
    if (state === 'untouched' || saved === undefined) {
      return words.untouched;
    }
    const { changedBy, changedAt } = saved;
    return changedBy.id === member.id
      ? words.saved(f.clock(changedAt))
      : words.savedBy(changedBy.name, f.clock(changedAt));
  }
}

/** Asks for a choice before either version is overwritten. */
function ConflictCard<F extends Form>({ saver, view, theirs }: DraftNoticeProps<F> & { theirs: Theirs<F> }) {
  const { f } = useI18n();
  const words = useDraftMessages();
  const differences = theirs.form ? differencesOf(view.form, theirs.form) : undefined;
  const { name } = theirs.changedBy;
  const shown = ([field = '']: readonly string[], value: string): string =>
    (words.values as Values)[field]?.[value] ?? (value || words.empty);
  const columns: Column<FormDifference>[] = [
    {
      id: 'field',
      name: words.field,
      isName: true,
      renderCell: ({ path: [field = '', ...rest] }) => [words.fields[field] ?? field, ...rest].join(' › '),
    },
    { id: 'own', name: words.own, renderCell: ({ path, own }) => shown(path, own) },
    { id: 'theirs', name: words.theirs(name), renderCell: (row) => shown(row.path, row.theirs) },
  ];
  return (
    <Card title={words.conflict(name, f.clock(theirs.changedAt))}>
      <div className={css['rows']}>
        <p role="alert">{words.conflictHelp}</p>
        {differences === undefined && <p>{words.unreadable}</p>}
        {differences?.length === 0 && <p>{words.same}</p>}
        {differences !== undefined && differences.length > 0 && (
          <Table caption={words.field} columns={columns} rows={differences} keyOf={({ path }) => path.join(' ')} />
        )}
        <p className={css['actions']}>
          <Button kind="primary" onPress={() => void saver.keepAsNew()}>
            {words.keep}
          </Button>
          {theirs.form && <Button onPress={() => saver.takeTheirs()}>{words.takeTheirs}</Button>}
          <Button kind="danger" onPress={() => void saver.overwrite()}>
            {words.overwrite}
          </Button>
        </p>
      </div>
    </Card>
  );
}

/** The draft was launched, here or elsewhere: what became of it stands on another page. */
export function LaunchedCard<F extends Form>({ saver, view }: DraftNoticeProps<F>) {
  const words = useDraftMessages();
  const { app } = useApplication();
  return view.ended?.as === 'launched' ? (
    <Card title={words.launched(view.ended.by)}>
      <div className={css['rows']} role="status">
        <p>{words.launchedHelp}</p>
        <p className={css['actions']}>
          <Link kind="button" href={paths.campaign(app.key, view.ended.key)}>
            {words.seeCampaign}
          </Link>
          {view.ended.hasOwn && <Button onPress={() => void saver.keepAsNew()}>{words.keep}</Button>}
        </p>
      </div>
    </Card>
  ) : null;
}
