import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { addTester, removeTester, testersOf, type NewTester, type Tester } from '../api/compose/tests.js';
import { Refusal } from '../api/refusals/refusal.js';
import { useI18n } from '../i18n/i18n.js';
import { Button } from '../kit/controls/button.js';
import { Field } from '../kit/controls/field.js';
import { Select } from '../kit/controls/select.js';
import { refusalText } from '../loading/loaded.js';
import { useApplication } from '../session/application.js';
import { useTesterMessages } from './messages.js';
import css from './testers.module.css';

const WAYS = ['extId', 'email', 'msisdn'] as const satisfies readonly NewTester['by'][];

/** Lists the testers of the application, for members who may change users. */
export function TestersList({ testers }: { testers: readonly Tester[] }) {
  const { w } = useI18n();
  const messages = useTesterMessages();
  const { app } = useApplication();
  const client = useQueryClient();
  const [by, setBy] = useState<NewTester['by']>('extId');
  const [value, setValue] = useState('');
  const readAgain = () => client.invalidateQueries({ queryKey: testersOf(app.key).queryKey });
  const add = useMutation({
    mutationFn: () => addTester(app.key, { by, value: value.trim() }),
    onSuccess: () => {
      setValue('');
      return readAgain();
    },
  });
  const remove = useMutation({ mutationFn: (uid: string) => removeTester(app.key, uid), onSuccess: readAgain });
  const fault = add.error ?? remove.error;
  return (
    <div className={css['rows']}>
      <p className={css['quiet']}>{messages.help}</p>
      {testers.length === 0 && <p>{messages.none}</p>}
      {testers.map(({ uid, extId, names }) => (
        <p key={uid} className={css['actions']}>
          <span>{[extId, names].filter((part) => part !== null).join(' · ')}</span>
          <Button
            kind="quiet"
            isPending={remove.isPending && remove.variables === uid}
            onPress={() => remove.mutate(uid)}
          >
            {messages.remove(extId ?? uid)}
          </Button>
        </p>
      ))}
      <Select
        label={messages.by}
        value={by}
        options={WAYS.map((way) => [way, messages.ways[way]] as const)}
        onChange={(way) => setBy(WAYS.find((name) => name === way) ?? 'extId')}
      />
      <Field
        label={messages.value}
        value={value}
        onChange={setValue}
        {...(fault !== null && {
          fault: refusalText(fault instanceof Refusal ? fault : undefined, w.state.offline, w.state.serverFault),
        })}
      />
      <p role="status">{add.data ? messages.added(add.data.extId ?? add.data.uid) : ''}</p>
      <p className={css['actions']}>
        <Button isDisabled={value.trim() === ''} isPending={add.isPending} onPress={() => add.mutate()}>
          {messages.add}
        </Button>
      </p>
    </div>
  );
}
