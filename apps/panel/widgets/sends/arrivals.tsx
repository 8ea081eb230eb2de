import { useState } from 'react';
import type { ComposedPayload } from '../../api/compose/compose.js';
import { useI18n } from '../../i18n/i18n.js';
import { useLanguageNames } from '../language-names.js';
import { platformName } from '../platform-names.js';
import { Chips } from '../../kit/controls/chips.js';
import { Code } from '../../kit/layout/code.js';
import { Fold } from '../../kit/layout/fold.js';
import { PushView } from '../push-view.js';
import { useReasonNames } from '../reason-messages.js';
import { drawPush, smsText, type DrawnPush } from './drawn-push.js';
import { MailArrival, mailOf } from './mail-arrival.js';
import css from './sends.module.css';
import { useSendMessages } from './messages.js';

/** The payload of a provider; its size, and the priced parts of a text message, where they are known. */
export type Arriving = Pick<ComposedPayload, 'channel' | 'language' | 'payload' | 'platform' | 'reason'> &
  Partial<Pick<ComposedPayload, 'attributes' | 'bytes' | 'limit' | 'sms'>>;

/** Shows messages as they arrive. @param isStale  they are of an earlier text */
export function Arrivals({ items, isStale = false }: { items: readonly Arriving[]; isStale?: boolean }) {
  return (
    <ul className={css['payloads']} aria-busy={isStale} data-old={isStale || undefined}>
      {items.map((item, index) => (
        <li key={index}>
          <Arrival item={item} />
        </li>
      ))}
    </ul>
  );
}

function Arrival({ item }: { item: Arriving }) {
  const { w, f } = useI18n();
  const messages = useSendMessages();
  const reasonOf = useReasonNames();
  const languageOf = useLanguageNames();
  const { platform, language, bytes, limit, reason, attributes = [] } = item;
  // Without a person, values are missing that people have.
  const isWithoutValues = reason === 'MISSING_ATTRIBUTE' && attributes.length > 0;
  const card = drawPush(item);
  const sms = smsText(item);
  const mail = mailOf(item);
  const payloadOf = messages.payloadOf(platformName(platform, w));
  return (
    <>
      <p className={css['quiet']}>
        {[platformName(platform, w), ...(language === null ? [] : [languageOf(language)])].join(' · ')}
        {bytes !== undefined && bytes !== null && (
          <span className={css['size']}>
            {limit === undefined || limit === null
              ? messages.bytes(f.number(bytes))
              : messages.size(f.number(bytes), f.number(limit))}
          </span>
        )}
      </p>
      {reason === null ? (
        <>
          {card && (card.device === 'Android' ? <AndroidPush card={card} /> : <PushView card={card} />)}
          {mail && <MailArrival mail={mail} />}
          {sms !== undefined && <p className={css['sms']}>{sms}</p>}
          {item.sms && <SmsFigures sms={item.sms} />}
        </>
      ) : (
        <p className={css['warning']}>
          {isWithoutValues ? messages.needsValues(attributes.join(', ')) : messages.notMade(reasonOf(reason))}
        </p>
      )}
      {item.payload !== null && (
        <Fold title={payloadOf}>
          <Code label={payloadOf} value={item.payload} />
        </Fold>
      )}
    </>
  );
}

/** Shows the priced parts of a text message: its segments, and the encoding that sets their length. */
function SmsFigures({ sms: { segments, encoding, characters, perSegment } }: { sms: NonNullable<Arriving['sms']> }) {
  const { f } = useI18n();
  const messages = useSendMessages();
  const room = f.number(Math.max(segments, 1) * perSegment);
  return (
    <p className={css['quiet']}>
      {[messages.segments(segments), encoding, messages.characters(f.number(characters), room)].join(' · ')}
      {encoding === 'UCS-2' && ` · ${messages.wide}`}
    </p>
  );
}

/** In the shade of Android a push is closed at first, and has its picture, its buttons and its long text when opened. */
function AndroidPush({ card }: { card: DrawnPush }) {
  const messages = useSendMessages();
  const [view, setView] = useState('opened');
  const { bigText, picture, buttons, slides } = card;
  if (bigText === null && picture === null && buttons.length === 0 && slides.length === 0) {
    return <PushView card={card} />;
  }
  const isOpened = view === 'opened';
  const shown = isOpened
    ? { ...card, text: bigText ?? card.text }
    : { ...card, picture: null, buttons: [], slides: [] };
  return (
    <>
      <Chips label={messages.shade} value={view} options={Object.entries(messages.shades)} onChange={setView} />
      <PushView card={shown} />
    </>
  );
}
