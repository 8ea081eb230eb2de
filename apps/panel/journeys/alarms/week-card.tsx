import { useQuery } from '@tanstack/react-query';
import { type DigestedJourney, journeyDigest } from '../../api/journeys.js';
import { Link } from '../../kit/controls/link.js';
import { Card } from '../../kit/layout/card.js';
import { Table, type Column } from '../../kit/tables/table.js';
import { journeyPath } from '../../navigation/journey-path.js';
import { useApplication } from '../../session/application.js';
import { useI18n } from '../../i18n/i18n.js';
import { AlarmLines } from '../../widgets/journeys/alarms/alarm-lines.js';
import { useAlarmMessages } from '../../widgets/journeys/alarms/messages.js';
import css from './week.module.css';

/** The last seven days of all journeys beside the seven before, with their alarms; nothing where none had people. */
export function WeekCard() {
  const { f } = useI18n();
  const messages = useAlarmMessages();
  const { app } = useApplication();
  const { data } = useQuery(journeyDigest(app.key));
  if (!data || data.items.length === 0) {
    return null;
  }
  const beside = (now: number, before: number) => `${f.number(now)} (${messages.before(f.number(before))})`;
  const columns: Column<DigestedJourney>[] = [
    {
      id: 'name',
      name: messages.journey,
      isName: true,
      renderCell: ({ id, name }) => <Link href={journeyPath(app.key, { journey: id })}>{name}</Link>,
    },
    {
      id: 'entered',
      name: messages.entered,
      isNumber: true,
      renderCell: ({ entered, enteredBefore }) => beside(entered, enteredBefore),
    },
    {
      id: 'converted',
      name: messages.converted,
      isNumber: true,
      renderCell: ({ converted, convertedBefore }) => beside(converted, convertedBefore),
    },
    { id: 'left', name: messages.left, isNumber: true, from: 'middle', renderCell: ({ left }) => f.number(left) },
  ];
  return (
    <Card title={messages.week} note={messages.weekNote} isFlush>
      <Table caption={messages.week} columns={columns} rows={data.items} keyOf={({ id }) => id} />
      {data.items
        .filter(({ alarms }) => alarms.length > 0)
        .map(({ id, name, alarms }) => (
          <section key={id} className={css['alarms']} aria-label={`${messages.alarms}: ${name}`}>
            <h3>{`${messages.alarms}: ${name}`}</h3>
            <AlarmLines alarms={alarms} />
          </section>
        ))}
    </Card>
  );
}
