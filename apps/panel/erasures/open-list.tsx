import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Refusal } from '../api/refusals/refusal.js';
import { confirmErasureList, erasureKey, isErasing, stopErasureList, type ErasureList } from '../api/users/erasures.js';
import { StackedBar } from '../kit/charts/stacked-bar.js';
import { Button } from '../kit/controls/button.js';
import { Dialog, DialogActions } from '../kit/controls/dialog.js';
import { Field } from '../kit/controls/field.js';
import { Card } from '../kit/layout/card.js';
import { refusalText } from '../loading/loaded.js';
import { useApplication } from '../session/application.js';
import { useI18n } from '../i18n/i18n.js';
import css from './erasures.module.css';
import { ListBadge } from './list-badge.js';
import { useErasureMessages } from './messages.js';

/** A list that has not ended: what was counted and the question, or how far it is and the stop. */
export function OpenList({ list }: { list: ErasureList }) {
  const { w, f } = useI18n();
  const messages = useErasureMessages();
  const { app } = useApplication();
  const client = useQueryClient();
  const { error, isPending, mutate } = useMutation({
    mutationFn: (confirm: string | undefined) =>
      confirm === undefined
        ? stopErasureList(app.key, list.receiptId)
        : confirmErasureList(app.key, list.receiptId, confirm),
    onSettled: () => client.invalidateQueries({ queryKey: erasureKey(app.key) }),
  });
  const refusal = error instanceof Refusal ? error : undefined;
  const progress = messages.progress(f.number(list.done), f.number(list.asked));
  return (
    <Card title={messages.listOf(f.moment(list.createdAt), list.by)} note={<ListBadge state={list.state} />}>
      <div className={css['form']}>
        <p className={css['quiet']}>
          {messages.known(f.number(list.known), f.number(list.asked))}{' '}
          {list.repeated > 0 && messages.repeated(list.repeated)}
        </p>
        {isErasing(list) && (
          <>
            <StackedBar label={progress} parts={[{ tone: 'sent', name: progress, n: list.done }]} total={list.asked} />
            <p role="status">
              {progress} {messages.found(f.number(list.users))}
            </p>
            <p className={css['quiet']}>{messages.background}</p>
          </>
        )}
        {error !== null && (
          <p className={css['fault']} role="alert">
            {refusalText(refusal, w.state.offline, w.state.serverFault)}
          </p>
        )}
        <div className={css['buttons']}>
          {list.state === 'COUNTED' && <EraseDialog count={list.asked} isPending={isPending} onConfirm={mutate} />}
          <Button isPending={isPending} onPress={() => mutate(undefined)}>
            {list.state === 'COUNTED' ? messages.discard : messages.stop}
          </Button>
        </div>
      </div>
    </Card>
  );
}

interface EraseDialogProps {
  count: number;
  isPending: boolean;
  onConfirm: (confirm: string) => void;
}

function EraseDialog({ count, isPending, onConfirm }: EraseDialogProps) {
  const messages = useErasureMessages();
  const title = messages.eraseCount(count);
  return (
    <Dialog
      title={title}
      role="alertdialog"
      trigger={
        <Button kind="danger" isPending={isPending}>
          {title}
        </Button>
      }
    >
      {(close) => (
        <Confirm
          title={title}
          onClose={close}
          onConfirm={(confirm) => {
            close();
            onConfirm(confirm);
          }}
        />
      )}
    </Dialog>
  );
}

interface ConfirmProps {
  title: string;
  onClose: () => void;
  onConfirm: (confirm: string) => void;
}

function Confirm({ title, onClose, onConfirm }: ConfirmProps) {
  const { w } = useI18n();
  const messages = useErasureMessages();
  const { app } = useApplication();
  const [confirm, setConfirm] = useState('');
  return (
    <form
      className={css['form']}
      onSubmit={(event) => {
        event.preventDefault();
        onConfirm(confirm);
      }}
    >
      <p>{messages.eraseHelp}</p>
      <Field label={messages.confirm(app.key)} value={confirm} onChange={setConfirm} />
      <DialogActions>
        <Button onPress={onClose}>{w.cancel}</Button>
        <Button kind="danger" type="submit" isDisabled={confirm !== app.key}>
          {title}
        </Button>
      </DialogActions>
    </form>
  );
}
