import { useState } from 'react';
import { inviteMember, type MemberLink } from '../api/members.js';
import { Button } from '../kit/controls/button.js';
import { Dialog, DialogActions } from '../kit/controls/dialog.js';
import { Field } from '../kit/controls/field.js';
import { useI18n } from '../i18n/i18n.js';
import { GrantsField } from './grants-field.js';
import { LinkShown } from './link-shown.js';
import css from './members.module.css';
import { useGrantChoice } from './use-grant-choice.js';
import { useMemberChange } from './use-member-change.js';
import { useMemberMessages } from './messages.js';

/** Adds a member, and shows the link of the invitation. */
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
  const [link, setLink] = useState<MemberLink>();
  const { run, fault, isPending } = useMemberChange(
    () => inviteMember({ name: name.trim(), grants, ...(email.trim() !== '' && { email: email.trim() }) }),
    (answer) => setLink(answer.link),
  );
  if (link) {
    return <LinkShown name={name.trim()} link={link} onClose={onClose} />;
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
          {messages.inviteNow}
        </Button>
      </DialogActions>
    </form>
  );
}
