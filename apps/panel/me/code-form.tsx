import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { askForCode, ownUsersOf, proveOwnUser, type AskedCode, type NewCode } from '../api/compose/own-users.js';
import { Refusal } from '../api/refusal.js';
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
  const words = useOwnUserMessages();
  const faultOf = useFaults({
    unknown_subject: words.unknown,
    malformed: words.unsendable,
    rate_limited: words.often,
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
    setProved(words.proved(extId));
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
          label={words.by}
          value={by}
          options={WAYS.map((way) => [way, words.ways[way]] as const)}
          onChange={(way) => setBy(WAYS.find((name) => name === way) ?? 'extId')}
        />
        <Field label={words.value} value={value} onChange={setValue} fault={faultOf(ask.error)} />
        <div className={css['actions']}>
          <Button type="submit" isPending={ask.isPending} isDisabled={value.trim() === ''}>
            {asked === undefined ? words.ask : words.again}
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
  const words = useOwnUserMessages();
  const client = useQueryClient();
  const faultOf = useFaults({ malformed: words.wrong, wrong_state: words.over, unknown_id: words.over });
  const [code, setCode] = useState('');
  const name = asked.user.extId ?? asked.user.uid;
  const prove = useMutation({
    mutationFn: () => proveOwnUser(app, asked.id, code.trim()),
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: ownUsersOf(app).queryKey });
      onProved(name);
    },
  });
  const place = (words.places as Record<string, string>)[asked.to] ?? '';
  return (
    <form
      className={css['form']}
      onSubmit={(event) => {
        event.preventDefault();
        prove.mutate();
      }}
    >
      <p role="status">{words.sent(name, place, f.clock(asked.endsAt))}</p>
      <Field
        label={words.code}
        value={code}
        onChange={setCode}
        fault={faultOf(prove.error)}
        inputMode="numeric"
        autoComplete="one-time-code"
      />
      <div className={css['actions']}>
        <Button type="submit" kind="primary" isPending={prove.isPending} isDisabled={code.trim() === ''}>
          {words.prove}
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
