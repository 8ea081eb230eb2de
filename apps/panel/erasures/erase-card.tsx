import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Refusal } from '../api/refusals/refusal.js';
import { addErasureList, erasureKey, MAX_LIST_TEXT } from '../api/users/erasures.js';
import { Button } from '../kit/controls/button.js';
import { TextArea } from '../kit/controls/field.js';
import { FileField } from '../kit/controls/file-field.js';
import { Card } from '../kit/layout/card.js';
import { refusalText } from '../loading/loaded.js';
import { useApplication } from '../session/application.js';
import { useI18n } from '../i18n/i18n.js';
import css from './erasures.module.css';
import { useErasureMessages } from './messages.js';

/** ExtIds of one list. */
const MAX_PEOPLE = 100_000;
const ACCEPTED = '.txt,.csv,text/plain';

/** Takes a list of people, typed or as a file, and counts it. The erasure itself is a later step. */
export function EraseCard() {
  const { w, f } = useI18n();
  const messages = useErasureMessages();
  const { app } = useApplication();
  const client = useQueryClient();
  const [text, setText] = useState('');
  const { error, isPending, mutate } = useMutation({
    mutationFn: (list: string) => addErasureList(app.key, list),
    onSuccess: async () => {
      setText('');
      await client.invalidateQueries({ queryKey: erasureKey(app.key) });
    },
  });
  const [isTooLarge, setTooLarge] = useState(false);
  const add = (list: string): void => {
    const isRefused = list.length > MAX_LIST_TEXT;
    setTooLarge(isRefused);
    if (!isRefused) {
      mutate(list);
    }
  };
  const refusal = error instanceof Refusal ? error : undefined;
  return (
    <Card title={messages.erase}>
      <div className={css['form']}>
        <TextArea
          label={messages.extIds}
          help={messages.extIdsHelp(f.number(MAX_PEOPLE))}
          rows={6}
          value={text}
          isReadOnly={isPending}
          onChange={setText}
        />
        <FileField
          label={messages.file}
          help={messages.fileHelp}
          fault={isTooLarge ? messages.tooLarge : undefined}
          accept={ACCEPTED}
          isDisabled={isPending}
          onChoose={(file) => void file.text().then(add)}
        />
        {error !== null && (
          <p className={css['fault']} role="alert">
            {refusalText(refusal, w.state.offline, w.state.serverFault)}
          </p>
        )}
        <div className={css['buttons']}>
          <Button isPending={isPending} isDisabled={text.trim() === ''} onPress={() => add(text)}>
            {messages.count}
          </Button>
        </div>
      </div>
    </Card>
  );
}
