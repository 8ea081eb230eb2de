import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { changeMe } from '../api/commands.js';
import { queries } from '../api/queries.js';
import type { Me } from '../api/types.js';
import { Refusal } from '../api/refusals/refusal.js';
import { Button } from '../kit/controls/button.js';
import { Field } from '../kit/controls/field.js';
import { Select } from '../kit/controls/select.js';
import { Card } from '../kit/layout/card.js';
import { useToast } from '../kit/states/toast.js';
import { refusalText } from '../loading/loaded.js';
import { useMe } from '../session/session-gate.js';
import { useI18n } from '../i18n/i18n.js';
import css from './me.module.css';
import { useMeMessages } from './messages.js';

const ON = 'on';
const OFF = 'off';
/** Mails that the member chooses: requests that it may approve, alarms of journeys, and their week. */
const MAILS = ['approvalMails', 'alarmMails', 'digestMails'] as const;

/** Name, time zone and e-mails. What the server refuses stands at its field; what was typed stays. */
export function SelfCard() {
  const { w } = useI18n();
  const messages = useMeMessages();
  const { member } = useMe();
  const client = useQueryClient();
  const notify = useToast();
  const [name, setName] = useState(member.name);
  const [zone, setZone] = useState(member.timeZone ?? new Intl.DateTimeFormat().resolvedOptions().timeZone);
  const [mails, setMails] = useState(chosenMails(member));
  const change = useMutation({
    mutationFn: () => changeMe({ name, timeZone: zone, ...mails }),
    onSuccess: (me) => {
      client.setQueryData(queries.me().queryKey, me);
      notify(messages.saved);
    },
    onError: (error) => {
      if (!(error instanceof Refusal && error.problems.some(({ path }) => path !== ''))) {
        notify(refusalText(error instanceof Refusal ? error : undefined, w.state.offline, w.state.serverFault), 'bad');
      }
    },
  });
  const faultOf = (field: string): string | undefined =>
    change.error instanceof Refusal ? change.error.problems.find(({ path }) => path === field)?.text : undefined;
  return (
    <Card title={messages.self}>
      <form
        className={css['form']}
        onSubmit={(event) => {
          event.preventDefault();
          change.mutate();
        }}
      >
        <Field label={messages.name} value={name} onChange={setName} fault={faultOf('name')} autoComplete="name" />
        <Select
          label={messages.zone}
          value={zone}
          options={zonesWith(zone).map((id) => [id, id.replaceAll('_', ' ')] as const)}
          onChange={setZone}
        />
        {member.email !== null &&
          MAILS.map((kind) => (
            <Select
              key={kind}
              label={messages[kind]}
              value={mails[kind] ? ON : OFF}
              options={[
                [ON, messages.mailsOn],
                [OFF, messages.noMails],
              ]}
              onChange={(value) => setMails({ ...mails, [kind]: value === ON })}
            />
          ))}
        {member.email !== null && <p className={css['quiet']}>{messages.mailsOnce}</p>}
        <div className={css['actions']}>
          <Button type="submit" kind="primary" isPending={change.isPending}>
            {messages.save}
          </Button>
        </div>
      </form>
    </Card>
  );
}

function chosenMails({ approvalMails, alarmMails, digestMails }: Me['member']) {
  return { approvalMails, alarmMails, digestMails };
}

/** Zones of the browser, and the current one: browsers name some zones differently. */
function zonesWith(zone: string): string[] {
  return [...new Set([...Intl.supportedValuesOf('timeZone'), 'UTC', zone])].toSorted();
}
