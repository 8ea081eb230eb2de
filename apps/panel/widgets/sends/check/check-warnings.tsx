import type { CampaignCheck } from '../../../api/compose/check.js';
import { Button } from '../../../kit/controls/button.js';
import { Link } from '../../../kit/controls/link.js';
import { Badge, type Tone } from '../../../kit/layout/badge.js';
import { paths } from '../../../navigation/paths.js';
import { useI18n } from '../../../i18n/i18n.js';
import { useChannelNames } from '../../channel-names.js';
import { useLanguageNames } from '../../language-names.js';
import { platformName } from '../../platform-names.js';
import css from './check.module.css';
import { useCheckMessages } from './messages.js';

type Warning = CampaignCheck['warnings'][number];

/** Parts of the page on which a campaign is written. */
export type CheckPlace = 'message' | 'target' | 'schedule';

const TONES: Readonly<Record<string, Tone>> = { BLOCKING: 'failed', WARNING: 'skipped' };

interface CheckWarningsProps {
  /** Key of the application. */
  app: string;
  warnings: readonly Warning[];
  /** Goes to the part that a warning is about, where it is on the same page. */
  onPlace?: ((place: CheckPlace) => void) | undefined;
}

/** Lists surprises for the sender: the warning, its weight, and a link to its field. */
export function CheckWarnings({ app, warnings, onPlace }: CheckWarningsProps) {
  const messages = useCheckMessages();
  const textOf = useWarningTexts();
  if (warnings.length === 0) {
    return null;
  }
  return (
    <div>
      <h3 className={css['group']}>{messages.warnings}</h3>
      <ul className={css['warnings']}>
        {warnings.map((warning) => {
          const place = placeOf(warning.field);
          return (
            <li key={`${warning.code} ${warning.field} ${warning.value ?? ''}`} className={css['item']}>
              <Badge tone={TONES[warning.severity] ?? 'quiet'}>
                {messages.severities[warning.severity as keyof typeof messages.severities] ?? warning.severity}
              </Badge>
              <p className={css['text']}>
                {textOf(warning)}{' '}
                {warning.code.startsWith('account_') && <Link href={paths.accounts(app)}>{messages.toAccounts}</Link>}
              </p>
              {onPlace ? (
                <Button kind="quiet" onPress={() => onPlace(place)}>
                  {messages.places[place]}
                </Button>
              ) : (
                <span className={css['quiet']}>{messages.places[place]}</span>
              )}
            </li>
          );
        })}
      </ul>
    </div>
  );
}

function placeOf(field: string): CheckPlace {
  return field.startsWith('target') ? 'target' : field.startsWith('schedule') ? 'schedule' : 'message';
}

/** A warning as a sentence. One that this page does not know is shown by its code. */
function useWarningTexts(): (warning: Warning) => string {
  const { w, f } = useI18n();
  const messages = useCheckMessages();
  const accountOf = useChannelNames();
  const languageOf = useLanguageNames();
  return (warning) => {
    const [, index] = /^contents\[(\d+)\]/.exec(warning.field) ?? [];
    const text = textOf(warning);
    return index === undefined ? text : messages.inContent(f.number(Number(index) + 1), text);
  };

  function textOf({ code, field, value, n, of, until }: Warning): string {
    const [, language] = /\blanguages\.(.+?)\./.exec(field) ?? [];
    const where = language === undefined ? '' : languageOf(language);
    const [name, number, whole] = [value ?? '', n ?? 0, of ?? 0];
    switch (code) {
      case 'unknown_value':
        return messages.unknownValue(name, where);
      case 'unknown_language':
        return messages.unknownLanguage(name);
      case 'no_unsubscribe_link':
        return messages.noUnsubscribeLink(where);
      case 'unserved_platform':
        return messages.unserved(platformName(name, w));
      case 'account_missing':
        return messages.missing(accountOf(name), number);
      case 'account_paused':
        return messages.paused(accountOf(name), number);
      case 'account_resting':
        return messages.resting(accountOf(name), until === null ? '–' : f.moment(until), number);
      case 'account_refused':
        return messages.refused(accountOf(name));
      case 'also_sending':
        return messages.alsoSending(name, number - 1);
      case 'lacking_values':
        return messages.lacking(name, f.percent(number / whole));
      case 'left_without_message':
        return messages.withoutMessage(number, whole);
      case 'wrong_type':
        return messages.wrongType(name, number);
      case 'gaps':
        return messages.gaps(number);
      case 'no_category':
        return messages.noCategory;
      case 'outlives_ttl':
        return messages.outlivesTtl(f.span(number), f.span(whole));
      case 'everybody':
        return messages.everybody;
      case 'recent_audience':
        return n === null ? messages.recentUncounted(whole) : messages.recent(n);
      case 'index_behind':
        return messages.behind(f.span(number));
      default:
        return code;
    }
  }
}
