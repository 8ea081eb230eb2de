import { useQuery } from '@tanstack/react-query';
import { queries } from '../../api/queries.js';
import type { Proof } from '../../api/types.js';
import { Skeleton } from '../../kit/states/skeleton.js';
import { Loaded } from '../../loading/loaded.js';
import { useApplication } from '../../session/application.js';
import { useI18n } from '../../i18n/i18n.js';
import { usePersonMessages } from '../messages.js';
import css from '../look/page.module.css';

/** Shows which consent allowed a message, as it stood when the message left. */
export function ConsentProof({ uid, messageId }: { uid: string; messageId: string }) {
  const { f } = useI18n();
  const p = usePersonMessages();
  const { app } = useApplication();
  const query = useQuery(queries.proof(app.key, uid, messageId));
  return (
    <div className={css['why']}>
      <Loaded query={query} skeleton={<Skeleton lines={3} />}>
        {({ at, overrides, consents }) => (
          <>
            <p>
              <strong>{p.proof.asOf(f.moment(at))}</strong>
              {overrides && <span className={css['detail']}> {p.proof.overrides}</span>}
            </p>
            <ul>
              {consents.map((ground) => (
                <Ground key={ground.subject} ground={ground} />
              ))}
            </ul>
          </>
        )}
      </Loaded>
    </div>
  );
}

function Ground({ ground: { subject, permitted, statement } }: { ground: Proof['consents'][number] }) {
  const { w, f } = useI18n();
  const p = usePersonMessages();
  const name = w.users.channels[subject] ?? p.subjects[subject] ?? subject;
  const often = statement?.frequency;
  const from =
    statement === null
      ? p.proof.unsaid
      : [p.sources[statement.source] ?? statement.source, statement.by, f.moment(statement.at)]
          .filter((part) => part !== '')
          .join(' · ');
  return (
    <li>
      {name}: {often === undefined ? p.states[permitted ? 'YES' : 'NO'] : w.users.frequencies[often]} · {from}
      {statement?.title && <span className={css['detail']}> {p.proof.words(statement.title)}</span>}
      {statement?.text && <p className={css['detail']}>{statement.text}</p>}
    </li>
  );
}
