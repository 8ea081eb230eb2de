import { useState } from 'react';
import { type MailCard, mailAddress } from '../api/simulators.js';
import { Chips } from '../kit/controls/chips.js';
import { Facts } from '../kit/layout/facts.js';
import { useApplication } from '../session/application.js';
import { useI18n } from '../i18n/i18n.js';
import css from './mail-view.module.css';
import { useSimulatorMessages } from './messages.js';

/**
 * Shows a mail as a mail program does. Its HTML is foreign: it lies in a frame without scripts, origin and requests,
 * and its pictures are not loaded.
 */
export function MailView({ seq, card }: { seq: number; card: MailCard }) {
  const { f } = useI18n();
  const messages = useSimulatorMessages();
  const { app } = useApplication();
  const [view, setView] = useState(card.hasHtml ? 'designed' : 'plain');
  const subject = card.subject === '' ? messages.noSubject : card.subject;
  return (
    <div className={css['mail']}>
      <header className={css['head']}>
        <p className={css['subject']}>{subject}</p>
        <p className={css['line']}>
          <span>{messages.from}</span> {card.from}
        </p>
        <p className={css['line']}>
          <span>{messages.to}</span> {card.to}
        </p>
      </header>
      {card.hasHtml && (
        <Chips
          label={messages.view}
          value={view}
          options={[
            ['designed', messages.designed],
            ['plain', messages.plain],
          ]}
          onChange={setView}
        />
      )}
      {view === 'designed' ? (
        <iframe
          className={css['frame']}
          title={messages.mailOf(subject)}
          src={mailAddress(app.key, seq)}
          sandbox=""
          loading="lazy"
          referrerPolicy="no-referrer"
        />
      ) : (
        // A long mail scrolls in its box, which the keyboard reaches too (WCAG 2.1.1).
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        <div className={css['text']} role="region" aria-label={messages.mailOf(subject)} tabIndex={0}>
          {card.text ?? messages.noText}
        </div>
      )}
      {(card.attachments.length > 0 || card.signatures.length > 0) && (
        <Facts
          facts={[
            ...card.attachments.map(({ name, type, bytes }) => ({
              name: messages.files,
              note: type,
              value: `${name}, ${messages.bytes(f.number(bytes))}`,
            })),
            ...card.signatures.map((value) => ({ name: messages.signed, value })),
          ]}
        />
      )}
    </div>
  );
}
