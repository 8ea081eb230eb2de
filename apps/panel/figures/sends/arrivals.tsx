import type { ComposedPayload } from '../../api/compose/compose.js';
import { useSpeech } from '../../words/words.js';
import { useLanguageNames } from '../language-names.js';
import { platformName } from '../platform-names.js';
import { PushView } from '../push-view.js';
import { useReasonNames } from '../reason-words.js';
import { drawPush, smsText } from './drawn-push.js';
import { MailArrival, mailOf } from './mail-arrival.js';
import css from './sends.module.css';
import { useSendWords } from './words.js';

/** What a provider is given; its size where it is known. */
export type Arriving = Pick<ComposedPayload, 'channel' | 'language' | 'payload' | 'platform' | 'reason'> &
  Partial<Pick<ComposedPayload, 'bytes' | 'limit'>>;

/** Messages as they arrive. @param isOld  they are of an earlier text */
export function Arrivals({ items, isOld = false }: { items: readonly Arriving[]; isOld?: boolean }) {
  return (
    <ul className={css['payloads']} aria-busy={isOld} data-old={isOld || undefined}>
      {items.map((item, index) => (
        <li key={index}>
          <Arrival item={item} />
        </li>
      ))}
    </ul>
  );
}

function Arrival({ item }: { item: Arriving }) {
  const { w, f } = useSpeech();
  const words = useSendWords();
  const reasonOf = useReasonNames();
  const languageOf = useLanguageNames();
  const { platform, language, bytes, limit, reason } = item;
  const card = drawPush(item);
  const sms = smsText(item);
  const mail = mailOf(item);
  return (
    <>
      <p className={css['quiet']}>
        {[platformName(platform, w), ...(language === null ? [] : [languageOf(language)])].join(' · ')}
        {bytes !== undefined && bytes !== null && (
          <span className={css['size']}>
            {limit === undefined || limit === null
              ? words.bytes(f.number(bytes))
              : words.size(f.number(bytes), f.number(limit))}
          </span>
        )}
      </p>
      {reason === null ? (
        <>
          {card && <PushView card={card} />}
          {mail && <MailArrival mail={mail} />}
          {sms !== undefined && <p className={css['sms']}>{sms}</p>}
        </>
      ) : (
        <p className={css['warning']}>{words.notMade(reasonOf(reason))}</p>
      )}
    </>
  );
}
