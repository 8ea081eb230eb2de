import { useQuery } from '@tanstack/react-query';
import { journeyDigest } from '../../../api/journeys.js';
import { Link } from '../../../kit/controls/link.js';
import { Card } from '../../../kit/layout/card.js';
import { journeyPath } from '../../../navigation/journey-path.js';
import { AlarmLines } from './alarm-lines.js';
import { useAlarmMessages } from './messages.js';

/** Alarms of all journeys that last; nothing where there is none. @param app  its key */
export function LastingAlarms({ app }: { app: string }) {
  const messages = useAlarmMessages();
  const { data } = useQuery(journeyDigest(app));
  const alarmed = (data?.items ?? []).flatMap(({ id, name, alarms }) => {
    const lasting = alarms.filter(({ endedAt }) => endedAt === null);
    return lasting.length > 0 ? [{ id, name, lasting }] : [];
  });
  return alarmed.map(({ id, name, lasting }) => (
    <Card key={id} title={<Link href={journeyPath(app, { journey: id })}>{name}</Link>} note={messages.note}>
      <AlarmLines alarms={lasting} />
    </Card>
  ));
}
