import { useState } from 'react';
import { mailMemberLink, makeMemberLink, revokeMemberLink, type Member, type SentLink } from '../api/members.js';
import { Button } from '../kit/controls/button.js';
import { Dialog, DialogActions } from '../kit/controls/dialog.js';
import { useToast } from '../kit/states/toast.js';
import { useI18n } from '../i18n/i18n.js';
import { LinkSent } from './link-sent.js';
import css from './members.module.css';
import { useMemberChange } from './use-member-change.js';
import { useMemberMessages } from './messages.js';

/** Makes a new link for a member who lost the earlier one, mails it, or takes an invitation back. */
export function LinkDialog({ member }: { member: Member }) {
  const messages = useMemberMessages();
  const title = messages.newLinkOf(member.name);
  return (
    <Dialog
      title={title}
      trigger={
        <Button kind="quiet" label={title}>
          {messages.newLink}
        </Button>
      }
    >
      {(close) => <NewLink member={member} onClose={close} />}
    </Dialog>
  );
}

function NewLink({ member, onClose }: { member: Member; onClose: () => void }) {
  const { w } = useI18n();
  const messages = useMemberMessages();
  const notify = useToast();
  const [sent, setSent] = useState<SentLink>();
  const mailing = useMemberChange(() => mailMemberLink(member.id), setSent);
  const making = useMemberChange(() => makeMemberLink(member.id), setSent);
  const revoking = useMemberChange(
    () => revokeMemberLink(member.id),
    () => {
      notify(messages.revoked);
      onClose();
    },
  );
  const fault = mailing.fault ?? making.fault ?? revoking.fault;
  if (sent) {
    return <LinkSent name={member.name} email={member.email ?? ''} sent={sent} onClose={onClose} />;
  }
  return (
    <div className={css['form']}>
      <p>{messages.newLinkAsk(member.name)}</p>
      {fault !== undefined && <p className={css['fault']}>{fault}</p>}
      <DialogActions>
        <Button onPress={onClose}>{w.cancel}</Button>
        {member.invitedUntil !== null && (
          <Button kind="danger" isPending={revoking.isPending} onPress={revoking.run}>
            {messages.revoke}
          </Button>
        )}
        <Button kind={member.email === null ? 'primary' : 'plain'} isPending={making.isPending} onPress={making.run}>
          {messages.newLink}
        </Button>
        {member.email !== null && (
          <Button kind="primary" isPending={mailing.isPending} onPress={mailing.run}>
            {messages.mailLink}
          </Button>
        )}
      </DialogActions>
    </div>
  );
}
