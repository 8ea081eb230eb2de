import type { Review } from '../api/compose/approvals.js';
import { Link } from '../kit/controls/link.js';
import { Card } from '../kit/layout/card.js';
import { Facts, type Fact } from '../kit/layout/facts.js';
import { paths } from '../navigation/paths.js';
import { useApplication } from '../session/application.js';
import type { Formats } from '../i18n/formats.js';
import { useI18n } from '../i18n/i18n.js';
import css from './approvals.module.css';
import { useApprovalMessages } from './messages.js';

const MINUTE = 60;

/** Shows author, expiry and decisions of a request. */
export function RequestCard({ review }: { review: Review }) {
  const { f } = useI18n();
  const messages = useApprovalMessages();
  const { app } = useApplication();
  const { key, author, askedAt, given, needed, planned, upTo, startsAt, expiresAt, state, votes } = review;
  const { decidedBy, outgrown, told, hasMail, revision } = review;
  const names = votes.map(({ by }) => by.name).join(', ');
  const [have, need] = [f.number(given), f.number(needed)];
  const isOver = state !== 'WAITING';
  return (
    <Card title={messages.request}>
      <div className={css['rows']}>
        <Facts
          facts={[
            { name: messages.author, value: author?.name ?? messages.unknown },
            { name: messages.asked, value: f.moment(askedAt) },
            ...(planned === null ? [] : [{ name: messages.seenThen, value: f.number(planned) }]),
            { name: messages.startsAt, value: startsAt === null ? messages.atOnce : f.moment(startsAt) },
            ...factsOf(review.terms, messages, f),
            ...(isOver
              ? []
              : [{ name: messages.expires, value: expiresAt === null ? messages.noEnd : f.moment(expiresAt) }]),
            {
              name: messages.approvals,
              value: names === '' ? messages.of(have, need) : messages.ofBy(have, need, names),
            },
            ...(isOver || told === null || !hasMail
              ? []
              : [{ name: messages.mails, value: told === 0 ? messages.notifiedNone : messages.notified(told) }]),
            ...(upTo === null ? [] : [{ name: messages.upTo, value: messages.upToUsers(upTo) }]),
          ]}
        />
        {votes.map(({ by, at, words: text }) => (
          <Quote key={at} title={`${messages.approvedBy(by.name)}, ${f.moment(at)}`} text={text} />
        ))}
        {!isOver && !hasMail && <p className={css['quiet']}>{messages.noMail}</p>}
        {outgrown !== null && (
          <p className={css['warning']}>{messages.outgrown(f.number(outgrown), f.number(upTo ?? 0))}</p>
        )}
        {isOver && state !== 'APPROVED' && outgrown === null && (
          <Quote
            title={
              decidedBy === null
                ? (messages.states[state] ?? state)
                : messages.endedBy(messages.states[state] ?? state, decidedBy.name)
            }
            text={review.words}
          />
        )}
        <p className={css['actions']}>
          {revision !== null && (
            <Link kind="button" href={paths.approvals(app.key, revision)}>
              {messages.revision}
            </Link>
          )}
          <Link href={paths.campaign(app.key, key)}>{messages.campaign}</Link>
        </p>
      </div>
    </Card>
  );
}

/** Terms of the campaign itself: how it is sent, and its exclusions. */
function factsOf(
  { localTime, speed, limit, holdout, priority, categories, label, ttlSeconds }: Review['terms'],
  messages: ReturnType<typeof useApprovalMessages>,
  f: Formats,
): Fact[] {
  const { terms } = messages;
  return [
    ...(localTime === null ? [] : [{ name: terms.localTime, value: f.wall(localTime) }]),
    ...(speed === null
      ? []
      : [{ name: terms.speed, value: terms.ofSpeed(speed.packageSize, f.span(speed.intervalMins * MINUTE)) }]),
    ...(limit === null ? [] : [{ name: terms.limit, value: f.number(limit) }]),
    ...(holdout === null ? [] : [{ name: terms.holdout, value: f.percent(holdout) }]),
    ...(priority === 'normal' ? [] : [{ name: terms.priority, value: terms.priorities[priority] }]),
    ...(categories.length === 0 ? [] : [{ name: terms.categories, value: categories.join(', ') }]),
    ...(label === null ? [] : [{ name: terms.label, value: label }]),
    ...(ttlSeconds === null ? [] : [{ name: terms.ttl, value: f.span(ttlSeconds) }]),
  ];
}

function Quote({ title, text }: { title: string; text: string | null }) {
  return (
    <div>
      <p className={css['quiet']}>{title}</p>
      {text !== null && <blockquote className={css['said']}>{text}</blockquote>}
    </div>
  );
}
