import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { deleteDraft, openDrafts, type DraftState } from '../api/compose/drafts.js';
import { Refusal } from '../api/refusals/refusal.js';
import { Button } from '../kit/controls/button.js';
import { Dialog, DialogActions } from '../kit/controls/dialog.js';
import { Link } from '../kit/controls/link.js';
import { Icon } from '../kit/layout/icon.js';
import { Card } from '../kit/layout/card.js';
import { Screen } from '../kit/layout/screen.js';
import { Denied, Empty } from '../kit/states/notice.js';
import { useToast } from '../kit/states/toast.js';
import { Table, type Column } from '../kit/tables/table.js';
import { Loaded, refusalText } from '../loading/loaded.js';
import { paths } from '../navigation/paths.js';
import { useApplication } from '../session/application.js';
import { useI18n } from '../i18n/i18n.js';
import { useDraftListMessages } from './messages.js';

/** Open drafts, the one that was saved last first. */
export function Drafts() {
  const { w, f } = useI18n();
  const messages = useDraftListMessages();
  const { app, may } = useApplication();
  const query = useQuery({ ...openDrafts(app.key), enabled: may('campaigns.write') });
  const columns: Column<DraftState>[] = [
    {
      id: 'name',
      name: messages.name,
      isName: true,
      renderCell: ({ id, name }) => (
        <Link href={paths.composer(app.key, { draft: id })}>{name === '' ? messages.nameless : name}</Link>
      ),
    },
    { id: 'by', name: messages.changedBy, renderCell: ({ changedBy }) => changedBy.name },
    { id: 'at', name: messages.changed, isShort: true, renderCell: ({ changedAt }) => f.moment(changedAt) },
    { id: 'made', name: messages.madeBy, from: 'wide', renderCell: ({ madeBy }) => madeBy.name },
    { id: 'actions', name: messages.actions, isShort: true, renderCell: (draft) => <Deletion draft={draft} /> },
  ];
  return (
    <Screen
      title={messages.title}
      trail={<Link href={paths.campaigns(app.key)}>{w.campaigns.title}</Link>}
      subtitle={messages.subtitle}
      actions={
        may('campaigns.write') && (
          <Link kind="primary" href={paths.composer(app.key)}>
            {messages.compose}
          </Link>
        )
      }
    >
      {may('campaigns.write') ? (
        <Card isFlush>
          <Loaded query={query}>
            {({ items }) =>
              items.length === 0 ? (
                <Empty title={messages.none} help={messages.noneHelp} />
              ) : (
                <Table caption={messages.title} columns={columns} rows={items} keyOf={({ id }) => id} />
              )
            }
          </Loaded>
        </Card>
      ) : (
        <Denied text={messages.forbidden} />
      )}
    </Screen>
  );
}

function Deletion({ draft }: { draft: DraftState }) {
  const { w } = useI18n();
  const messages = useDraftListMessages();
  const { app } = useApplication();
  const client = useQueryClient();
  const notify = useToast();
  const name = draft.name === '' ? messages.nameless : draft.name;
  const removal = useMutation({
    mutationFn: () => deleteDraft(app.key, draft),
    onSuccess: () => notify(messages.removed),
    onError: (error) => {
      const refusal = error instanceof Refusal ? error : undefined;
      const isMoved = refusal?.code === 'changed_meanwhile';
      notify(isMoved ? messages.moved(name) : refusalText(refusal, w.state.offline, w.state.serverFault), 'bad');
    },
    onSettled: () => client.invalidateQueries({ queryKey: openDrafts(app.key).queryKey, exact: true }),
  });
  return (
    <Dialog
      title={messages.removeTitle}
      role="alertdialog"
      trigger={
        <Button kind="quiet" label={messages.remove(name)}>
          <Icon name="close" />
        </Button>
      }
    >
      {(close) => (
        <>
          <p>{messages.removeHelp(name)}</p>
          <DialogActions>
            <Button onPress={close}>{w.cancel}</Button>
            <Button
              kind="danger"
              onPress={() => {
                close();
                removal.mutate();
              }}
            >
              {messages.actions}
            </Button>
          </DialogActions>
        </>
      )}
    </Dialog>
  );
}
