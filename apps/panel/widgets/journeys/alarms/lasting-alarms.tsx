import { useQuery } from '@tanstack/react-query';
import { journeyDigest } from '../../../api/journeys.js';
import { Link } from '../../../kit/controls/link.js';
import { Card } from '../../../kit/layout/card.js';
import { journeyPath } from '../../../navigation/journey-path.js';
import { useApplication } from '../../../session/application.js';
import { AlarmLines } from './alarm-lines.js';
import { useAlarmMessages } from './messages.js';

/** Alarms of all journeys that last; nothing where there is none. */
export function LastingAlarms() {
  const messages = useAlarmMessages();
  const { app } = useApplication();
  const { data } = useQuery(journeyDigest(app.key));
  const alarmed = (data?.items ?? []).flatMap(({ id, name, alarms }) => {
    const lasting = alarms.filter(({ endedAt }) => endedAt === null);
    return lasting.length > 0 ? [{ id, name, lasting }] : [];
  });
  return alarmed.map(({ id, name, lasting }) => (
    <Card key={id} title={<Link href={journeyPath(app.key, { journey: id })}>{name}</Link>} note={messages.note}>
      <AlarmLines alarms={lasting} />
    </Card>
  ));
}
