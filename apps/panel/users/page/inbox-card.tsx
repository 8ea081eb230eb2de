import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { deleteMessage, inboxKey, inboxOf, type StoredMessage } from '../../api/users/inbox.js';
import { useCursor } from '../../widgets/use-cursor.js';
import { Button } from '../../kit/controls/button.js';
import { Dialog, DialogActions } from '../../kit/controls/dialog.js';
import { Badge } from '../../kit/layout/badge.js';
import { Card } from '../../kit/layout/card.js';
import { useToast } from '../../kit/states/toast.js';
import { Pages } from '../../kit/tables/pages.js';
import { Table, type Column } from '../../kit/tables/table.js';
import { Loaded } from '../../loading/loaded.js';
import { useChange } from '../../loading/use-change.js';
import { useApplication } from '../../session/application.js';
import { useI18n } from '../../i18n/i18n.js';
import { useInboxMessages } from './inbox-messages.js';
import css from '../look/page.module.css';

/** The messages that are stored for a person, and what its devices see of them. */
export function InboxCard({ uid }: { uid: string }) {
  const { w } = useI18n();
  const messages = useInboxMessages();
  const { app } = useApplication();
  const [after, setAfter] = useState<string>();
  const query = useQuery(inboxOf(app.key, uid, after));
  const next = query.data?.next;
  const cursor = useCursor(after, next === null || next === undefined ? next : String(next), setAfter);
  const counts = query.data?.counts;
  return (
    <Card
      title={messages.title}
      note={counts && messages.counts(counts.unread, counts.read, counts.deleted)}
      isFlush={(query.data?.items.length ?? 0) > 0}
    >
      <Loaded query={query}>
        {({ items, masked }) =>
          items.length === 0 ? (
            <p className={css['quiet']}>{messages.none}</p>
          ) : (
            <>
              <Messages uid={uid} items={items} isMasked={masked} />
              <Pages names={[w.previous, w.next]} {...cursor} />
            </>
          )
        }
      </Loaded>
    </Card>
  );
}

function Messages({ uid, items, isMasked }: { uid: string; items: readonly StoredMessage[]; isMasked: boolean }) {
  const { f } = useI18n();
  const messages = useInboxMessages();
  const { may } = useApplication();
  const columns: Column<StoredMessage>[] = [
    {
      id: 'message',
      name: messages.message,
      isName: true,
      renderCell: ({ title, text, link }) => (
        <span className={css['stored']}>
          {isMasked ? messages.hidden : title}
          {text !== null && <span className={css['quiet']}>{text}</span>}
          {link !== null && <span className={css['quiet']}>{link}</span>}
        </span>
      ),
    },
    {
      id: 'state',
      name: messages.state,
      isShort: true,
      renderCell: ({ status }) => (
        <Badge tone={status === 'UNREAD' ? 'sent' : 'quiet'}>{messages.states[status] ?? status}</Badge>
      ),
    },
    { id: 'sent', name: messages.sent, isShort: true, from: 'middle', renderCell: ({ sentAt }) => f.moment(sentAt) },
  ];
  const act: Column<StoredMessage> = {
    id: 'actions',
    name: messages.actions,
    isShort: true,
    renderCell: (message) => (message.status === 'DELETED' ? '–' : <DeleteDialog uid={uid} message={message} />),
  };
  return (
    <Table
      caption={messages.title}
      columns={may('users.write') ? [...columns, act] : columns}
      rows={items}
      keyOf={({ piid }) => piid}
    />
  );
}

function DeleteDialog({ uid, message }: { uid: string; message: StoredMessage }) {
  const { f } = useI18n();
  const messages = useInboxMessages();
  const title = messages.removeOf(message.title ?? f.moment(message.sentAt));
  return (
    <Dialog
      title={title}
      role="alertdialog"
      trigger={
        <Button kind="quiet" label={title}>
          {messages.remove}
        </Button>
      }
    >
      {(close) => <Delete uid={uid} piid={message.piid} onClose={close} />}
    </Dialog>
  );
}

function Delete({ uid, piid, onClose }: { uid: string; piid: string; onClose: () => void }) {
  const { w } = useI18n();
  const messages = useInboxMessages();
  const { app } = useApplication();
  const notify = useToast();
  const { run, isPending, fault } = useChange(
    () => deleteMessage(app.key, uid, piid),
    [inboxKey(app.key, uid)],
    () => {
      notify(messages.removed);
      onClose();
    },
  );
  return (
    <>
      <p>{messages.removeHelp}</p>
      {fault !== undefined && <p role="alert">{fault}</p>}
      <DialogActions>
        <Button onPress={onClose}>{w.cancel}</Button>
        <Button kind="danger" isPending={isPending} onPress={run}>
          {messages.remove}
        </Button>
      </DialogActions>
    </>
  );
}
