import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { addPicture, pictureKey } from '../api/media/media.js';
import { Refusal } from '../api/refusals/refusal.js';
import { FileField } from '../kit/controls/file-field.js';
import { Badge, type Tone } from '../kit/layout/badge.js';
import { Card } from '../kit/layout/card.js';
import { refusalText } from '../loading/loaded.js';
import { useApplication } from '../session/application.js';
import { useI18n } from '../i18n/i18n.js';
import css from './media.module.css';
import { useMediaMessages } from './messages.js';

type State = 'waits' | 'sent' | 'stored' | 'refused';
interface Upload {
  name: string;
  state: State;
  fault?: string;
}

const TONES: Readonly<Record<State, Tone>> = { waits: 'quiet', sent: 'waiting', stored: 'sent', refused: 'failed' };

/** Takes files, one after the other, and shows the result of each. */
export function UploadCard({ onAdded }: { onAdded: () => void }) {
  const { w } = useI18n();
  const messages = useMediaMessages();
  const { app } = useApplication();
  const client = useQueryClient();
  const [uploads, setUploads] = useState<readonly Upload[]>([]);
  const faultOf = (error: unknown): string => {
    const refusal = error instanceof Refusal ? error : undefined;
    const field = refusal?.problems[0]?.path ?? '';
    return messages.faults[field] ?? refusalText(refusal, w.state.offline, w.state.serverFault);
  };
  const { isPending, mutate } = useMutation({
    mutationFn: async (files: readonly File[]) => {
      const list: Upload[] = files.map(({ name }) => ({ name, state: 'waits' }));
      const note = (at: number, upload: Upload): void => {
        list[at] = upload;
        setUploads([...list]);
      };
      for (const [at, file] of files.entries()) {
        const { name } = file;
        note(at, { name, state: 'sent' });
        // One refused file says nothing of the next one.
        await addPicture(app.key, file).then(
          () => note(at, { name, state: 'stored' }),
          (error: unknown) => note(at, { name, state: 'refused', fault: faultOf(error) }),
        );
      }
      return list.some(({ state }) => state === 'stored');
    },
    onSuccess: (isAnyStored) => {
      if (isAnyStored) {
        void client.invalidateQueries({ queryKey: pictureKey(app.key) });
        onAdded();
      }
    },
  });
  const done = uploads.filter(({ state }) => state === 'stored' || state === 'refused').length;
  return (
    <Card title={messages.add}>
      <FileField
        label={messages.choose}
        help={messages.chooseHelp}
        accept="image/png,image/jpeg,image/gif,image/webp"
        isMultiple
        isDisabled={isPending}
        onChoose={(_, files) => mutate(files)}
      />
      <p className={css['quiet']} role="status">
        {uploads.length > 0 && messages.sending(done, uploads.length)}
      </p>
      {uploads.length > 0 && (
        <ul className={css['uploads']}>
          {uploads.map(({ name, state, fault }, at) => (
            <li key={`${at} ${name}`} className={css['upload']}>
              <span>{name}</span>
              <Badge tone={TONES[state]}>{messages.states[state]}</Badge>
              {fault !== undefined && <span className={css['fault']}>{fault}</span>}
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}
