import { useState } from 'react';
import { makeMemberLink, type Member, type MemberLink } from '../api/members.js';
import { Button } from '../kit/controls/button.js';
import { Dialog, DialogActions } from '../kit/controls/dialog.js';
import { useI18n } from '../i18n/i18n.js';
import { LinkShown } from './link-shown.js';
import css from './members.module.css';
import { useMemberChange } from './use-member-change.js';
import { useMemberMessages } from './messages.js';

/** Makes a new link for a member who lost the earlier one. */
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
  const [link, setLink] = useState<MemberLink>();
  const { run, fault, isPending } = useMemberChange(() => makeMemberLink(member.id), setLink);
  if (link) {
    return <LinkShown name={member.name} link={link} onClose={onClose} />;
  }
  return (
    <div className={css['form']}>
      <p>{messages.newLinkAsk(member.name)}</p>
      {fault !== undefined && <p className={css['fault']}>{fault}</p>}
      <DialogActions>
        <Button onPress={onClose}>{w.cancel}</Button>
        <Button kind="primary" isPending={isPending} onPress={run}>
          {messages.newLink}
        </Button>
      </DialogActions>
    </div>
  );
}
