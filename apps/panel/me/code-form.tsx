import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { askForCode, ownUsersOf, proveOwnUser, type AskedCode, type NewCode } from '../api/compose/own-users.js';
import { Refusal } from '../api/refusals/refusal.js';
import { Button } from '../kit/controls/button.js';
import { Field } from '../kit/controls/field.js';
import { Select } from '../kit/controls/select.js';
import { refusalText } from '../loading/loaded.js';
import { useMe } from '../session/session-gate.js';
import { useI18n } from '../i18n/i18n.js';
import { recallCode, rememberCode } from './asked-code.js';
import css from './me.module.css';
import { useOwnUserMessages } from './own-user-messages.js';

const WAYS = ['extId', 'email', 'msisdn', 'token', 'installationId'] as const satisfies readonly NewCode['by'][];

/** Asks for a code, then for what arrived. */
export function CodeForm({ app }: { app: string }) {
  const messages = useOwnUserMessages();
  const faultOf = useFaults({
    unknown_subject: messages.unknown,
    malformed: messages.unsendable,
    rate_limited: messages.often,
  });
  const [by, setBy] = useState<NewCode['by']>('extId');
  const [value, setValue] = useState('');
  const [proved, setProved] = useState('');
  const { member } = useMe();
  const [asked, setAsked] = useState(() => recallCode(app, member.id));
  const keep = (code: AskedCode | undefined): void => {
    setAsked(code);
    rememberCode(app, member.id, code);
  };
  const ask = useMutation({ mutationFn: () => askForCode(app, { by, value: value.trim() }), onSuccess: keep });
  const onProved = (extId: string): void => {
    setProved(messages.proved(extId));
    setValue('');
    keep(undefined);
  };
  return (
    <>
      <form
        className={css['form']}
        onSubmit={(event) => {
          event.preventDefault();
          setProved('');
          ask.mutate();
        }}
      >
        <Select
          label={messages.by}
          value={by}
          options={WAYS.map((way) => [way, messages.ways[way]] as const)}
          onChange={(way) => setBy(WAYS.find((name) => name === way) ?? 'extId')}
        />
        <Field label={messages.value} value={value} onChange={setValue} fault={faultOf(ask.error)} />
        <div className={css['actions']}>
          <Button type="submit" isPending={ask.isPending} isDisabled={value.trim() === ''}>
            {asked === undefined ? messages.ask : messages.again}
          </Button>
        </div>
      </form>
      {asked !== undefined && <Typing key={asked.id} app={app} asked={asked} onProved={onProved} />}
      <p role="status">{proved}</p>
    </>
  );
}

function Typing({ app, asked, onProved }: { app: string; asked: AskedCode; onProved: (extId: string) => void }) {
  const { f } = useI18n();
  const messages = useOwnUserMessages();
  const client = useQueryClient();
  const faultOf = useFaults({ malformed: messages.wrong, wrong_state: messages.over, unknown_id: messages.over });
  const [code, setCode] = useState('');
  const name = asked.user.extId ?? asked.user.uid;
  const prove = useMutation({
    mutationFn: () => proveOwnUser(app, asked.id, code.trim()),
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: ownUsersOf(app).queryKey });
      onProved(name);
    },
  });
  const place = (messages.places as Record<string, string>)[asked.to] ?? '';
  return (
    <form
      className={css['form']}
      onSubmit={(event) => {
        event.preventDefault();
        prove.mutate();
      }}
    >
      <p role="status">{messages.sent(name, place, f.clock(asked.endsAt))}</p>
      <Field
        label={messages.code}
        value={code}
        onChange={setCode}
        fault={faultOf(prove.error)}
        inputMode="numeric"
        autoComplete="one-time-code"
      />
      <div className={css['actions']}>
        <Button type="submit" kind="primary" isPending={prove.isPending} isDisabled={code.trim() === ''}>
          {messages.prove}
        </Button>
      </div>
    </form>
  );
}

/** The text of a refusal here, by its code; undefined while there is none. */
function useFaults(meanings: Readonly<Record<string, string>>): (error: Error | null) => string | undefined {
  const { w } = useI18n();
  return (error) => {
    const refusal = error instanceof Refusal ? error : undefined;
    const meaning = refusal?.code === undefined ? undefined : meanings[refusal.code];
    return error === null ? undefined : (meaning ?? refusalText(refusal, w.state.offline, w.state.serverFault));
  };
}
