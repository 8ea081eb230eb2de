import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { addSegment, audienceWords } from '../api/audience.js';
import { newKey } from '../api/idempotency/new-key.js';
import { Refusal } from '../api/refusal.js';
import { Button } from '../kit/controls/button.js';
import { Field } from '../kit/controls/field.js';
import { Card } from '../kit/layout/card.js';
import { wordsOf as wordsOfRefusal } from '../loading/loaded.js';
import { useApplication } from '../session/application.js';
import { withoutGroups } from '../targets/plain-target.js';
import { useTargetWords } from '../targets/words.js';
import { useSpeech, wordsOf } from '../words/words.js';
import css from './audience.module.css';

const useSegmentWords = wordsOf({
  en: {
    title: 'Save as a segment',
    name: 'Name of the segment',
    help: 'Campaigns and other targets name it. One that is there stays as it is.',
    save: 'Save the segment',
    saved: (name: string) =>
      `${name} is a segment now. Who is in it is calculated within moments, and kept up to date.`,
  },
  tr: {
    title: 'Segment olarak kaydet',
    name: 'Segmentin adı',
    help: 'Kampanyalar ve başka hedefler onu adıyla anar. Var olan bir segment değişmez.',
    save: 'Segmenti kaydet',
    saved: (name) => `${name} artık bir segment. Kimlerin içinde olduğu birazdan hesaplanır ve güncel tutulur.`,
  },
});

/**
 * Makes a segment of the audience.
 *
 * @param target  undefined while it is not complete
 */
export function SegmentCard({ target }: { target: object | undefined }) {
  const { w } = useSpeech();
  const words = useSegmentWords();
  const { finish } = useTargetWords();
  const { app } = useApplication();
  const client = useQueryClient();
  const [name, setName] = useState('');
  const { mutate, reset, isPending, error, data } = useMutation({
    mutationFn: async (segment: { name: string; target: object }) => {
      await addSegment(app.key, segment, newKey());
      return segment.name;
    },
    onSuccess: () => {
      setName('');
      void client.invalidateQueries({ queryKey: audienceWords(app.key).queryKey });
    },
  });
  const given = name.trim();
  const refusal = error instanceof Refusal ? error : undefined;
  const save = (): void => {
    if (given !== '' && target !== undefined) {
      mutate({ name: given, target: withoutGroups(target) ?? target });
    }
  };
  return (
    <Card title={words.title}>
      <div className={css['rows']}>
        <Field
          label={words.name}
          value={name}
          onChange={(typed) => {
            reset();
            setName(typed);
          }}
          help={words.help}
          {...(error !== null && { fault: wordsOfRefusal(refusal, w.state.offline, w.state.serverFault) })}
        />
        {target === undefined && <p className={css['quiet']}>{finish}</p>}
        <div>
          <Button isDisabled={given === '' || target === undefined || isPending} onPress={save}>
            {words.save}
          </Button>
        </div>
        <p role="status">{data === undefined ? '' : words.saved(data)}</p>
      </div>
    </Card>
  );
}
