import { useState } from 'react';
import { MAX_REPORT_DAYS } from '../api/reports/reports.js';
import { addDays, type Day, readDay } from '../widgets/days.js';
import { Chips } from '../kit/controls/chips.js';
import { DayField } from '../kit/controls/composing-fields.js';
import css from './reports.module.css';
import { useReportMessages } from './messages.js';

const SPANS = [7, 28, 91] as const;
/** Years that are being typed are days too: 0002, 0020, 0202. */
const FIRST_DAY = '2000-01-01';
const DAY_MS = 86_400_000;

interface DayRange {
  from: Day;
  to: Day;
}

interface RangeBarProps extends DayRange {
  today: Day;
  onChange: (range: DayRange) => void;
}

/** First and last day. A range that no report has stays in the fields, with the reason, until it is one. */
export function RangeBar({ from, to, today, onChange }: RangeBarProps) {
  const messages = useReportMessages();
  const [typed, setTyped] = useState<DayRange>({ from, to });
  const [seen, setSeen] = useState<DayRange>({ from, to });
  if (seen.from !== from || seen.to !== to) {
    setSeen({ from, to });
    setTyped({ from, to });
  }
  const type = (range: DayRange): void => {
    setTyped(range);
    if (faultOf(range) === undefined) {
      onChange(range);
    }
  };
  const fault = faultOf(typed);
  const span = SPANS.find((days) => to === today && from === addDays(today, 1 - days));
  return (
    <div className={css['range']}>
      <DayField label={messages.from} value={typed.from} onChange={(day) => type({ ...typed, from: day })} />
      <DayField
        label={messages.to}
        value={typed.to}
        fault={
          fault === 'order' ? messages.notLater : fault === 'length' ? messages.tooMany(MAX_REPORT_DAYS) : undefined
        }
        onChange={(day) => type({ ...typed, to: day })}
      />
      <Chips
        label={messages.range}
        value={span === undefined ? '' : String(span)}
        options={SPANS.map((days) => [String(days), messages.lastDays(days)] as const)}
        onChange={(days) => type({ from: addDays(today, 1 - Number(days)), to: today })}
      />
    </div>
  );
}

/** Why two days are no range; `form`: one of them is not typed yet. */
export function faultOf({ from, to }: DayRange): 'form' | 'order' | 'length' | undefined {
  if ([from, to].some((day) => readDay(day, '') === '' || day < FIRST_DAY)) {
    return 'form';
  }
  const days = (Date.parse(to) - Date.parse(from)) / DAY_MS + 1;
  return days < 1 ? 'order' : days > MAX_REPORT_DAYS ? 'length' : undefined;
}
