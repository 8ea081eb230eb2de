import type { Report, ReportLine } from '../api/reports/reports.js';
import { platformName } from '../widgets/platform-names.js';
import { useI18n } from '../i18n/i18n.js';
import { useReportMessages } from './messages.js';

/** How the lines of a report are called. */
export function useLineName(by: Report['by']): (line: Pick<ReportLine, 'name' | 'title'>) => string {
  const { w, f } = useI18n();
  const messages = useReportMessages();
  return ({ name, title }) => {
    if (name === null) {
      return messages.others;
    }
    switch (by) {
      case 'day':
        return f.date(name);
      case 'platform':
        return name === 'ANY' ? messages.noPlatform : platformName(name, w);
      case 'label':
        return name === '' ? messages.noLabel : name;
      case 'campaign':
        return title ?? messages.noTitle;
    }
  };
}
