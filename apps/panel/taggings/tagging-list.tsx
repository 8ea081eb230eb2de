import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Refusal } from '../api/refusals/refusal.js';
import { isTagging, stopTagging, taggings, type Tagging } from '../api/users/taggings.js';
import { Button } from '../kit/controls/button.js';
import { Dialog, DialogActions } from '../kit/controls/dialog.js';
import { Badge, type Tone } from '../kit/layout/badge.js';
import { Card } from '../kit/layout/card.js';
import { useToast } from '../kit/states/toast.js';
import { Table, type Column } from '../kit/tables/table.js';
import { Loaded, refusalText } from '../loading/loaded.js';
import { useApplication } from '../session/application.js';
import { useI18n } from '../i18n/i18n.js';
import { useStart } from './use-start.js';
import { useTaggingMessages } from './messages.js';

const TONES: Readonly<Record<Tagging['state'], Tone>> = {
  WAITING: 'waiting',
  RUNNING: 'doubt',
  FINISHED: 'sent',
  STOPPED: 'quiet',
};

/** Tags that audiences got or lost lately, how far each is, and what can be done. Nothing where there are none. */
export function TaggingList() {
  const messages = useTaggingMessages();
  const { app } = useApplication();
  const query = useQuery(taggings(app.key));
  if (query.isPending || query.data?.items.length === 0) {
    return null;
  }
  return (
    <Card title={messages.list} note={messages.listNote} isFlush>
      <Loaded query={query}>{({ items }) => <Rows items={items} />}</Loaded>
    </Card>
  );
}

function Rows({ items }: { items: readonly Tagging[] }) {
  const { f } = useI18n();
  const messages = useTaggingMessages();
  const { may } = useApplication();
  const columns: Column<Tagging>[] = [
    { id: 'tag', name: messages.tag, isName: true, renderCell: ({ tag }) => tag },
    {
      id: 'state',
      name: messages.done,
      renderCell: ({ direction, state, done, people }) => (
        <>
          <Badge tone={TONES[state]}>{messages.states[`${direction}_${state}`]}</Badge>{' '}
          {messages.doneOf(f.number(done), f.number(people))}
        </>
      ),
    },
    {
      id: 'changed',
      name: messages.changed,
      isNumber: true,
      from: 'middle',
      renderCell: ({ changed }) => f.number(changed),
    },
    { id: 'by', name: messages.who, from: 'wide', renderCell: ({ by }) => by },
    {
      id: 'when',
      name: messages.when,
      isShort: true,
      from: 'wide',
      renderCell: ({ createdAt }) => f.moment(createdAt),
    },
    {
      id: 'actions',
      name: messages.actions,
      isShort: true,
      renderCell: (tagging) =>
        isTagging(tagging) ? (
          <Stop tagging={tagging} />
        ) : (
          tagging.direction === 'ADD' && may('audience.count') && <TakeOff tag={tagging.tag} />
        ),
    },
  ];
  return <Table caption={messages.list} columns={columns} rows={items} keyOf={({ id }) => id} />;
}

/** Shows the result of an action in a toast. */
function useNotify() {
  const { w } = useI18n();
  const notify = useToast();
  return {
    notify,
    notifyFault: (error: unknown) =>
      notify(refusalText(error instanceof Refusal ? error : undefined, w.state.offline, w.state.serverFault), 'bad'),
  };
}

function Stop({ tagging: { id, tag } }: { tagging: Tagging }) {
  const messages = useTaggingMessages();
  const { app } = useApplication();
  const client = useQueryClient();
  const { notify, notifyFault } = useNotify();
  const { mutate, isPending } = useMutation({
    mutationFn: () => stopTagging(app.key, id),
    onSuccess: () => notify(messages.stopped),
    onError: notifyFault,
    onSettled: () => client.invalidateQueries({ queryKey: taggings(app.key).queryKey }),
  });
  return (
    <Button kind="quiet" label={messages.stopNamed(tag)} isPending={isPending} onPress={() => mutate()}>
      {messages.stop}
    </Button>
  );
}

function TakeOff({ tag }: { tag: string }) {
  const { w } = useI18n();
  const messages = useTaggingMessages();
  const { notify, notifyFault } = useNotify();
  const { mutate, isPending } = useStart(() => notify(messages.begins));
  return (
    <Dialog
      title={messages.takeOffTitle(tag)}
      role="alertdialog"
      trigger={
        <Button kind="quiet" label={messages.takeOffNamed(tag)} isPending={isPending}>
          {messages.takeOff}
        </Button>
      }
    >
      {(close) => (
        <>
          <p>{messages.takeOffHelp}</p>
          <DialogActions>
            <Button onPress={close}>{w.cancel}</Button>
            <Button
              kind="danger"
              onPress={() => {
                close();
                mutate({ target: { tag: [tag] }, tag, direction: 'REMOVE' }, { onError: notifyFault });
              }}
            >
              {messages.save.REMOVE}
            </Button>
          </DialogActions>
        </>
      )}
    </Dialog>
  );
}
