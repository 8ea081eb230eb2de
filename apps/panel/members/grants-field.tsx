import { useQuery } from '@tanstack/react-query';
import { roles, type Grant } from '../api/members.js';
import { Button } from '../kit/controls/button.js';
import { Select } from '../kit/controls/select.js';
import { Icon } from '../kit/layout/icon.js';
import { useMe } from '../session/session-gate.js';
import { grantName, isSame } from './grants.js';
import css from './members.module.css';
import type { GrantChoice } from './use-grant-choice.js';
import { useMemberMessages } from './messages.js';

/**
 * Edits roles, each in an application or in all. It offers only applications with members that the reader manages. The
 * last line sums up the grants, so that no field counts unseen.
 */
export function GrantsField({ choice }: { choice: GrantChoice }) {
  const messages = useMemberMessages();
  const { apps } = useMe();
  const { data } = useQuery(roles());
  const { listed, places, next, place, grants } = choice;
  return (
    <fieldset className={css['grants']}>
      <legend>{messages.may}</legend>
      {listed.length > 0 && (
        <ul>
          {listed.map((grant) => {
            const name = grantName(grant, messages, apps);
            return (
              <li key={name}>
                <span>{name}</span>
                <Button kind="quiet" label={messages.drop(name)} onPress={() => choice.drop(grant)}>
                  <Icon name="close" />
                </Button>
              </li>
            );
          })}
        </ul>
      )}
      <div className={css['pair']}>
        <Select
          label={messages.role}
          value={next.role}
          options={(data?.items ?? []).map(({ name }) => [name, messages.roleNames[name] ?? name] as const)}
          onChange={(name) => choice.chooseRole(name as Grant['role'])}
        />
        <Select label={messages.place} value={place} options={places} onChange={choice.choosePlace} />
        <Button isDisabled={listed.some((grant) => isSame(grant, next))} className={css['add']} onPress={choice.add}>
          {messages.add}
        </Button>
      </div>
      <p className={css['quiet']} role="status">
        {grants.length === 0
          ? messages.givesNothing
          : messages.gives(grants.map((grant) => grantName(grant, messages, apps)))}
      </p>
    </fieldset>
  );
}
