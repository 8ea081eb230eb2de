import type { UserHead } from '../../api/types.js';
import { Badge } from '../../kit/layout/badge.js';
import { Card } from '../../kit/layout/card.js';
import { Facts } from '../../kit/layout/facts.js';
import { Stack } from '../../kit/layout/screen.js';
import { useApplication } from '../../session/application.js';
import { useI18n } from '../../i18n/i18n.js';
import { RevealButton } from '../edit/reveal-button.js';
import { attributeText } from '../attribute-text.js';
import { nameOfConsent } from '../consent-name.js';
import { usePersonMessages } from '../messages.js';
import { AddressesCard } from './addresses-card.js';
import { DevicesCard } from './devices-card.js';
import css from '../look/page.module.css';

/** Shows consent, devices and known values. */
export function HeadCards({ user }: { user: UserHead }) {
  const { w, f } = useI18n();
  const { may } = useApplication();
  const persons = usePersonMessages();
  const quiet = (text: string) => <p className={css['quiet']}>{text}</p>;
  return (
    <Stack>
      <AddressesCard user={user} />
      <Card title={w.users.may}>
        {user.consents.length === 0 ? (
          quiet(w.users.unasked)
        ) : (
          <Facts
            facts={user.consents.map((consent) => {
              const { value, since, source, frequency } = consent;
              return {
                name: nameOfConsent(consent, w.users.channels),
                note: source && (persons.sources[source] ?? source),
                value: (
                  <span className={value === null ? css['quiet'] : value ? css['yes'] : css['no']}>
                    {frequency === undefined
                      ? value === null
                        ? w.users.unsaid
                        : value
                          ? w.yes
                          : w.no
                      : (w.users.frequencies[frequency] ?? frequency)}
                    {since !== null && `, ${w.users.since(f.day(since))}`}
                  </span>
                ),
              };
            })}
          />
        )}
      </Card>
      <DevicesCard user={user} />
      <Card title={w.users.attributes}>
        {user.attributes.length === 0 ? (
          quiet(w.users.attributesNone)
        ) : (
          <Facts
            facts={user.attributes.map(({ name, type, value, masked }) => ({
              name,
              value: masked ? (
                <span className={css['quiet']}>{w.users.hidden}</span>
              ) : value === null ? (
                <span className={css['quiet']}>{w.none}</span>
              ) : (
                <span className={css['value']}>{attributeText(type, value, f)}</span>
              ),
            }))}
          />
        )}
        {may('users.private') && isMasked(user) && <RevealButton user={user} />}
      </Card>
      {user.tags.length > 0 && (
        <Card title={w.users.tags}>
          <TagList tags={user.tags} />
        </Card>
      )}
      {user.segments.length > 0 && (
        <Card title={w.users.segments}>
          <Facts
            facts={user.segments.map(({ name, asOf }) => ({
              name,
              value: asOf !== null && <span className={css['short']}>{persons.asOf(f.ago(asOf))}</span>,
            }))}
          />
        </Card>
      )}
    </Stack>
  );
}

function TagList({ tags }: { tags: readonly string[] }) {
  return (
    <ul className={css['words']}>
      {tags.map((tag) => (
        <li key={tag}>
          <Badge tone="quiet">{tag}</Badge>
        </li>
      ))}
    </ul>
  );
}

/** True where there is something to reveal: addresses are shown in part. */
function isMasked({ attributes, email, msisdn }: UserHead): boolean {
  return attributes.some(({ masked }) => masked) || [email, msisdn].some((address) => address?.includes('•'));
}
