import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { roles, type Grant } from '../api/members.js';
import { Button } from '../kit/controls/button.js';
import { Select } from '../kit/controls/select.js';
import { Icon } from '../kit/layout/icon.js';
import { useMe } from '../session/session-gate.js';
import { grantName, isSame } from './grants.js';
import css from './members.module.css';
import { useMemberWords } from './words.js';

interface GrantsFieldProps {
  value: readonly Grant[];
  onChange: (value: readonly Grant[]) => void;
}

/** Stands for all applications; no key of one has a space. */
const EVERYWHERE = 'all of them';

/** Roles, each in an application or in all. Only places whose members the reader looks after are offered. */
export function GrantsField({ value, onChange }: GrantsFieldProps) {
  const words = useMemberWords();
  const { apps, permissions } = useMe();
  const { data } = useQuery(roles());
  const places = [
    ...apps.filter((app) => app.permissions.includes('members.write')).map(({ key, name }) => [key, name] as const),
    ...(permissions.includes('members.write') ? [[EVERYWHERE, words.everywhere] as const] : []),
  ];
  const [role, setRole] = useState<Grant['role']>('marketer');
  const [place, setPlace] = useState<string>(places[0]?.[0] ?? EVERYWHERE);
  const next: Grant = { role, app: place === EVERYWHERE ? null : place };
  return (
    <fieldset className={css['grants']}>
      <legend>{words.may}</legend>
      {value.length > 0 && (
        <ul>
          {value.map((grant) => {
            const name = grantName(grant, words, apps);
            return (
              <li key={name}>
                <span>{name}</span>
                <Button
                  kind="quiet"
                  label={words.drop(name)}
                  onPress={() => onChange(value.filter((other) => !isSame(other, grant)))}
                >
                  <Icon name="close" />
                </Button>
              </li>
            );
          })}
        </ul>
      )}
      <div className={css['pair']}>
        <Select
          label={words.role}
          value={role}
          options={(data?.items ?? []).map(({ name }) => [name, words.roleNames[name] ?? name] as const)}
          onChange={(name) => setRole(name as Grant['role'])}
        />
        <Select label={words.place} value={place} options={places} onChange={setPlace} />
        <Button
          isDisabled={value.some((grant) => isSame(grant, next))}
          className={css['add']}
          onPress={() => onChange([...value, next])}
        >
          {words.add}
        </Button>
      </div>
    </fieldset>
  );
}
