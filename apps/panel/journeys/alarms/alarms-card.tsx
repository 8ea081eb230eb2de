import { useQuery } from '@tanstack/react-query';
import { alarmsOf } from '../../api/journeys.js';
import { Card } from '../../kit/layout/card.js';
import { useApplication } from '../../session/application.js';
import { AlarmLines } from '../../widgets/journeys/alarms/alarm-lines.js';
import { useAlarmMessages } from '../../widgets/journeys/alarms/messages.js';

/** The alarms of a journey, of a week; nothing where it had none. */
export function AlarmsCard({ journeyId }: { journeyId: string }) {
  const messages = useAlarmMessages();
  const { app } = useApplication();
  const { data } = useQuery(alarmsOf(app.key, journeyId));
  return data && data.items.length > 0 ? (
    <Card title={messages.title} note={messages.note}>
      <AlarmLines alarms={data.items} />
    </Card>
  ) : null;
}
