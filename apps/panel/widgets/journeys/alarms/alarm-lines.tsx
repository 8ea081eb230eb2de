import type { JourneyAlarm } from '../../../api/journeys.js';
import { useI18n } from '../../../i18n/i18n.js';
import css from './alarms.module.css';
import { useAlarmMessages } from './messages.js';

/** Alarms in sentences, one below the other. */
export function AlarmLines({ alarms }: { alarms: readonly JourneyAlarm[] }) {
  const { f } = useI18n();
  const messages = useAlarmMessages();
  return (
    <ul className={css['list']}>
      {alarms.map((alarm) => (
        <li key={`${alarm.kind} ${alarm.step} ${alarm.beganAt}`} className={css['line']}>
          <span className={alarm.endedAt === null ? css['lasting'] : undefined}>
            {sentenceOf(alarm, messages, f.number)}
          </span>
          <span className={css['quiet']}>
            {alarm.endedAt === null
              ? messages.since(f.moment(alarm.beganAt))
              : messages.over(f.moment(alarm.beganAt), f.moment(alarm.endedAt))}
          </span>
        </li>
      ))}
    </ul>
  );
}

function sentenceOf(
  { kind, step, hours, seen, usual }: JourneyAlarm,
  messages: ReturnType<typeof useAlarmMessages>,
  write: (value: number) => string,
): string {
  switch (kind) {
    case 'SILENT':
      return messages.silent(write(hours), write(usual));
    case 'SURGE':
      return messages.surge(write(hours), write(seen), write(usual));
    case 'STOPPED':
      return messages.stopped(step ?? '', write(hours), write(usual));
    case 'FAILING':
      return messages.failing(step ?? '', write(seen), write(usual), write(hours));
  }
}
