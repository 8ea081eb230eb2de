import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { queries } from '../../api/queries.js';
import { SearchField } from '../../kit/controls/field.js';
import { Link } from '../../kit/controls/link.js';
import { paths } from '../../navigation/paths.js';
import { useApplication } from '../../session/application.js';
import { useI18n } from '../../i18n/i18n.js';
import { useSettled } from '../../widgets/use-settled.js';
import css from '../look/home.module.css';

/** After the last key. */
const TYPING_MS = 200;
/** Few enough to be read at a glance; the page of people has more. */
const SHOWN = 6;

/** Finds people while a part of a name, address or id is typed. */
export function PeopleSearch({ label }: { label: string }) {
  const { w } = useI18n();
  const { app } = useApplication();
  const [text, setText] = useState('');
  const wish = useSettled(text.trim(), TYPING_MS);
  const people = useQuery({ ...queries.people(app.key, wish), enabled: wish !== '' });
  const found = (wish === '' ? undefined : people.data)?.items.slice(0, SHOWN);
  return (
    <>
      <SearchField label={label} value={text} onChange={setText} />
      <div aria-live="polite">
        {found?.length === 0 && <p className={css['quiet']}>{w.nav.nothing}</p>}
        {found !== undefined && found.length > 0 && (
          <ul className={css['lines']}>
            {found.map(({ uid, extId, names }) => (
              <li key={uid} className={css['head']}>
                <Link href={paths.user(app.key, uid)}>{names ?? extId}</Link>
                <span>{names !== null && extId}</span>
              </li>
            ))}
          </ul>
        )}
      </div>
    </>
  );
}
