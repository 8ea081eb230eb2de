import { useState } from 'react';
import { inviteMember, type SentLink } from '../api/members.js';
import { Button } from '../kit/controls/button.js';
import { Chips } from '../kit/controls/chips.js';
import { Dialog, DialogActions } from '../kit/controls/dialog.js';
import { Field } from '../kit/controls/field.js';
import { Select } from '../kit/controls/select.js';
import { LANGUAGES, useI18n } from '../i18n/i18n.js';
import { GrantsField } from './grants-field.js';
import { LinkSent } from './link-sent.js';
import css from './members.module.css';
import { useGrantChoice } from './use-grant-choice.js';
import { useMemberChange } from './use-member-change.js';
import { useMemberMessages } from './messages.js';

/** Adds a member, and mails the link of the invitation or shows it. */
export function InviteDialog() {
  const messages = useMemberMessages();
  return (
    <Dialog title={messages.invite} trigger={<Button kind="primary">{messages.invite}</Button>}>
      {(close) => <Invite onClose={close} />}
    </Dialog>
  );
}

function Invite({ onClose }: { onClose: () => void }) {
  const { w } = useI18n();
  const messages = useMemberMessages();
  const [name, setName] = useState('');
  const [email, setEmail] = useState('');
  const choice = useGrantChoice([], { offers: true });
  const { grants } = choice;
  const [language, setLanguage] = useState<string>(useI18n().language);
  const [isMailed, setIsMailed] = useState(true);
  const [sent, setSent] = useState<SentLink>();
  const address = email.trim();
  const byMail = address !== '' && isMailed;
  const { run, fault, isPending } = useMemberChange(
    () =>
      inviteMember({
        name: name.trim(),
        grants,
        ...(address !== '' && { email: address, language }),
        ...(byMail && { byMail }),
      }),
    setSent,
  );
  if (sent) {
    return <LinkSent name={name.trim()} email={address} sent={sent} onClose={onClose} />;
  }
  return (
    <form
      className={css['form']}
      onSubmit={(event) => {
        event.preventDefault();
        run();
      }}
    >
      <Field label={messages.name} value={name} onChange={setName} />
      <Field label={messages.email} value={email} onChange={setEmail} help={messages.emailHelp} inputMode="email" />
      {address !== '' && (
        <>
          <Select
            label={messages.language}
            value={language}
            options={Object.entries(LANGUAGES)}
            onChange={setLanguage}
          />
          <Chips
            label={messages.way}
            value={isMailed ? 'mail' : 'link'}
            options={Object.entries(messages.ways)}
            onChange={(way) => setIsMailed(way === 'mail')}
          />
        </>
      )}
      <GrantsField choice={choice} />
      {name.trim() === '' && <p className={css['quiet']}>{messages.needsName}</p>}
      {grants.length === 0 && <p className={css['quiet']}>{messages.needsRole}</p>}
      {fault !== undefined && <p className={css['fault']}>{fault}</p>}
      <DialogActions>
        <Button onPress={onClose}>{w.cancel}</Button>
        <Button
          kind="primary"
          type="submit"
          isPending={isPending}
          isDisabled={name.trim() === '' || grants.length === 0}
        >
          {byMail ? messages.inviteByMail : messages.inviteNow}
        </Button>
      </DialogActions>
    </form>
  );
}
