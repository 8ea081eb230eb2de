import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { addSegment, audienceWords } from '../../api/audience.js';
import { newKey } from '../../api/idempotency/new-key.js';
import { Refusal } from '../../api/refusals/refusal.js';
import { Button } from '../../kit/controls/button.js';
import { Field } from '../../kit/controls/field.js';
import { refusalText } from '../../loading/loaded.js';
import { useApplication } from '../../session/application.js';
import { useI18n } from '../../i18n/i18n.js';
import { useSegmentFormMessages } from './messages.js';

interface SegmentFormProps {
  /** Gives the target when it is saved; undefined while there is none. */
  read: (() => object | Promise<object>) | undefined;
}

/** Makes a segment under a name that is free. */
export function SegmentForm({ read }: SegmentFormProps) {
  const { w } = useI18n();
  const messages = useSegmentFormMessages();
  const { app } = useApplication();
  const client = useQueryClient();
  const [name, setName] = useState('');
  const { mutate, reset, isPending, error, data } = useMutation({
    mutationFn: async ({ given, target }: { given: string; target: () => object | Promise<object> }) => {
      await addSegment(app.key, { name: given, target: await target() }, newKey());
      return given;
    },
    onSuccess: () => {
      setName('');
      void client.invalidateQueries({ queryKey: audienceWords(app.key).queryKey });
    },
  });
  const given = name.trim();
  const refusal = error instanceof Refusal ? error : undefined;
  return (
    <>
      <Field
        label={messages.name}
        value={name}
        onChange={(typed) => {
          reset();
          setName(typed);
        }}
        help={messages.help}
        {...(error !== null && { fault: refusalText(refusal, w.state.offline, w.state.serverFault) })}
      />
      <div>
        <Button
          isDisabled={given === '' || read === undefined || isPending}
          onPress={() => read && mutate({ given, target: read })}
        >
          {messages.save}
        </Button>
      </div>
      <p role="status">{data === undefined ? '' : messages.saved(data)}</p>
    </>
  );
}
