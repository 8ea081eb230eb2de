import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Refusal } from '../api/refusal.js';
import { erasePart, erasureKey, type ErasureReceipt } from '../api/users/erasures.js';
import { Button } from '../kit/controls/button.js';
import { Dialog, DialogActions } from '../kit/controls/dialog.js';
import { Field, TextArea } from '../kit/controls/field.js';
import { Card } from '../kit/layout/card.js';
import { wordsOf } from '../loading/loaded.js';
import { useApplication } from '../session/application.js';
import { useSpeech } from '../words/words.js';
import css from './erasures.module.css';
import { saveReceipt } from './save-receipt.js';
import { useErasureWords } from './words.js';

/** ExtIds of one request; the server takes no more. */
const PART = 100;
const MAX_EXT_IDS = 10_000;

/** What is done of a list. @property receipt  undefined until the first part is done */
interface Progress {
  list: readonly string[];
  done: number;
  receipt: ErasureReceipt | undefined;
}

/** Erases the people of a list, part by part; what is done is shown, and can be gone on with after a fault. */
export function EraseCard() {
  const { w, f } = useSpeech();
  const words = useErasureWords();
  const { app } = useApplication();
  const client = useQueryClient();
  const [text, setText] = useState('');
  const [progress, setProgress] = useState<Progress>();
  const listed = [...new Set(text.split('\n').flatMap((line) => (line.trim() === '' ? [] : [line.trim()])))];
  const { error, isPending, mutate } = useMutation({
    mutationFn: async ({ confirm, from }: { confirm: string; from: Progress }) => {
      let now = from;
      while (now.done < now.list.length) {
        const extIds = now.list.slice(now.done, now.done + PART);
        const receipt = await erasePart(app.key, { extIds, receiptId: now.receipt?.receiptId, confirm });
        now = { ...now, done: now.done + extIds.length, receipt };
        setProgress(now);
      }
    },
    onSettled: () => void client.invalidateQueries({ queryKey: erasureKey(app.key) }),
    onSuccess: () => setText(''),
  });
  const begin = (confirm: string): void => {
    const from: Progress = { list: listed, done: 0, receipt: undefined };
    setProgress(from);
    mutate({ confirm, from });
  };
  const refusal = error instanceof Refusal ? error : undefined;
  const isLeft = progress !== undefined && progress.done < progress.list.length;
  const isTooLong = listed.length > MAX_EXT_IDS;
  return (
    <Card title={words.erase}>
      <div className={css['form']}>
        <TextArea
          label={words.extIds}
          help={words.extIdsHelp(f.number(MAX_EXT_IDS))}
          fault={isTooLong ? words.tooMany(f.number(listed.length)) : undefined}
          rows={6}
          value={text}
          isReadOnly={isPending || isLeft}
          onChange={setText}
        />
        {progress !== undefined && (
          <p role="status">
            {words.progress(f.number(progress.done), f.number(progress.list.length))}{' '}
            {progress.receipt && words.found(f.number(progress.receipt.users))}
          </p>
        )}
        {error !== null && (
          <p className={css['fault']} role="alert">
            {wordsOf(refusal, w.state.offline, w.state.serverFault)} {isLeft && words.interrupted}
          </p>
        )}
        <div className={css['buttons']}>
          {!isLeft && listed.length > 0 && !isTooLong && <EraseDialog count={listed.length} onConfirm={begin} />}
          {isLeft && !isPending && (
            <Button kind="danger" onPress={() => mutate({ confirm: app.key, from: progress })}>
              {words.goOn}
            </Button>
          )}
          {progress?.receipt && !isPending && (
            <Button onPress={() => progress.receipt && saveReceipt(app.key, progress.receipt)}>
              {words.downloadReceipt}
            </Button>
          )}
        </div>
      </div>
    </Card>
  );
}

function EraseDialog({ count, onConfirm }: { count: number; onConfirm: (confirm: string) => void }) {
  const words = useErasureWords();
  const title = words.eraseCount(count);
  return (
    <Dialog title={title} role="alertdialog" trigger={<Button kind="danger">{title}</Button>}>
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
  const { w } = useSpeech();
  const words = useErasureWords();
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
      <p>{words.eraseHelp}</p>
      <Field label={words.confirm(app.key)} value={confirm} onChange={setConfirm} />
      <DialogActions>
        <Button onPress={onClose}>{w.cancel}</Button>
        <Button kind="danger" type="submit" isDisabled={confirm !== app.key}>
          {title}
        </Button>
      </DialogActions>
    </form>
  );
}
